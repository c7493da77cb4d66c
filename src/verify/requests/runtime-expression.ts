import type { Json } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { type Exchange, jsonOf, shownUrl } from "../model/request/exchange.js";
import { type RequestSpec, structuredBody } from "../model/request/request-spec.js";

/** The value of a runtime expression (OpenAPI 3.1, 4.8.20.4) that names the request body alone; undefined for any other. */
export function requestBodyValue(expression: Json | undefined, body: Json): Json | undefined {
  if (typeof expression !== "string" || !expression.startsWith("$request.body")) return undefined;
  return valueAt(body, expression.slice("$request.body".length));
}

/**
 * The value of a constant or of a runtime expression (OpenAPI 3.1, 4.8.20.4) after an exchange.
 *
 * @returns undefined if the exchange does not have it
 */
export function expressionValue(expression: Json | undefined, spec: RequestSpec, exchange: Exchange): Json | undefined {
  if (typeof expression !== "string" || !expression.startsWith("$")) return expression;
  const [, source = "", rest = ""] =
    /^\$(url|method|statusCode|request\.\w+|response\.\w+)(.*)$/.exec(expression) ?? [];
  if (source === "url") return shownUrl(exchange.request);
  if (source === "method") return exchange.request.method;
  if (source === "statusCode") return exchange.status;
  if (source === "request.body") return valueAt(structuredBody(spec), rest);
  if (source === "response.body") return valueAt(jsonOf(exchange), rest);
  const name = rest.slice(1).toLowerCase();
  if (source === "response.header") return exchange.headers.get(name) ?? undefined;
  if (!["request.path", "request.query", "request.header"].includes(source)) return undefined;
  return spec.parameters.find(
    ({ parameter }) => source === `request.${parameter.in}` && parameter.name.toLowerCase() === name,
  )?.value;
}
