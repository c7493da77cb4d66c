import { cookiesOf } from "#http/request/cookies.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { SecurityScheme } from "#openapi/operations/security.js";
import type { SentRequest } from "../model/request/exchange.js";
import { Placeholders } from "../transport/placeholders.js";
import type { RecordedExchange } from "./recorded-exchange.js";

/**
 * A recorded request as reports show it. It has the headers that the document describes, and the name of a variable in place
 * of each key. Other headers, such as cookies, are left out.
 *
 * @param keyVariable the name of the variable
 */
export function shownRequest(
  { request }: RecordedExchange,
  operation: Operation,
  schemes: Readonly<Record<string, SecurityScheme>>,
  keyVariable: string,
): SentRequest {
  const { method, url, headers, body } = request;
  const placeholders = new Placeholders();
  const key = () => placeholders.for(`$${keyVariable}`);
  const shown: [string, string][] = [];
  const described = operation.parameters.filter((parameter) => parameter.in === "header").map(({ name }) => name);
  for (const name of ["Content-Type", "Accept", ...described]) {
    const value = headers.get(name);
    if (value !== null && !(name === "Accept" && value === "*/*")) shown.push([name, value]);
  }
  let target = url;
  for (const scheme of Object.values(schemes)) {
    if (scheme.type !== "apiKey") {
      const authorization = headers.get("authorization");
      if (authorization !== null) shown.push(["Authorization", withPlaceholder(authorization, key)]);
    } else if (scheme.in === "header") {
      if (headers.has(scheme.name)) shown.push([scheme.name, key()]);
    } else if (scheme.in === "query") {
      if (!url.searchParams.has(scheme.name)) continue;
      target = target === url ? new URL(url) : target;
      target.searchParams.set(scheme.name, key());
    } else if (cookiesOf(headers.get("cookie"))[scheme.name] !== undefined)
      shown.push(["Cookie", `${scheme.name}=${key()}`]);
  }
  const once = new Map(shown.map((pair) => [pair[0].toLowerCase(), pair]));
  return {
    method,
    url: target.href,
    headers: [...once.values()],
    body: body || undefined,
    secrets: placeholders.expressions,
  };
}

/** `Bearer key` with a placeholder for the key. The variable of HTTP Basic holds `user:password`. */
function withPlaceholder(authorization: string, key: () => string): string {
  const [scheme = "", credentials] = authorization.split(/ +/, 2);
  if (credentials === undefined) return key();
  return `${scheme} ${scheme.toLowerCase() === "basic" ? btoa(key()) : key()}`;
}
