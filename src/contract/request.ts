import { placeCredentials } from "../http/credentials.js";
import { isJson } from "../http/media-type.js";
import type { ParameterStyle } from "../http/serialize.js";
import { serializeBody, serializeCookies, serializeHeader, serializePath, serializeQuery } from "../http/serialize.js";
import type { Json } from "../openapi/document.js";
import { type Parameter, type ParameterLocation, STYLES } from "../openapi/operation.js";
import type { SecurityScheme } from "../openapi/security.js";
import type { Ask, AskBody, KeyUse } from "./ask.js";
import type { SentRequest } from "./exchange.js";
import type { Secret, Target } from "./target.js";

/** A request, ready to go out, and what may be shown of it. */
export interface BuiltRequest {
  url: string;
  init: { method: string; headers: Headers; body: BodyInit | undefined };
  shown: SentRequest;
}

/** Writes a request, its parameters in the styles of the document. */
export async function buildRequest(
  { operation, method: otherMethod, parameters, plainAt, body, key = "own" }: Ask,
  target: Pick<Target, "baseUrl" | "keys" | "headers">,
  schemes: Readonly<Record<string, SecurityScheme>>,
): Promise<BuiltRequest> {
  const values = (place: ParameterLocation): Record<string, Json> =>
    Object.fromEntries(
      parameters
        .filter(({ parameter }) => parameter.in === place)
        .map(({ parameter, value }) => [parameter.name, value]),
    );
  const styles = Object.fromEntries(operation.parameters.map((each) => [`${each.in}.${each.name}`, styleOf(each)]));
  const place = (pick: (secret: Secret) => string) =>
    placeCredentials(operation.security, schemes, keysFor(key, target, Object.keys(schemes), pick));
  const keys = await place(sentAs(key));
  const secret = await place(shownAs(key));

  const encoded = serializePath(operation.path, values("path"), styles);
  const path = plainAt ? encoded.replaceAll("%40", "@") : encoded;
  const search = (more: Record<string, string>) => {
    const query = serializeQuery({ ...values("query"), ...more }, styles);
    return query ? `?${query}` : "";
  };
  const content = body && contentOf(body);
  const headers: [string, string][] = Object.entries(values("header")).map(([name, value]) => [
    name,
    serializeHeader(value, styles[`header.${name}`]),
  ]);
  if (body?.type !== undefined && !(content instanceof FormData)) headers.push(["Content-Type", body.type]);

  const withKeys = (placed: typeof keys, pick: (secret: Secret) => string): [string, string][] => {
    const cookies = serializeCookies({ ...values("cookie"), ...placed.cookie }, styles);
    const extra = Object.entries(target.headers).map(([name, value]): [string, string] => [
      name,
      typeof value === "string" ? value : pick(value),
    ]);
    const own = Object.entries(placed.headers).map(([name, value]): [string, string] => [
      name,
      typeof key === "object" && key.scheme !== undefined
        ? value.replace(/^\S+ */, key.scheme && `${key.scheme} `)
        : value,
    ]);
    return [...extra, ...own, ...(cookies ? [["Cookie", cookies] satisfies [string, string]] : [])];
  };
  const method = (otherMethod ?? operation.method).toUpperCase();
  return {
    url: `${target.baseUrl}${path}${search(keys.query)}`,
    init: { method, headers: new Headers([...headers, ...withKeys(keys, ({ value }) => value)]), body: content },
    shown: {
      method,
      url: `${target.baseUrl}${path}${search(secret.query)}`,
      headers,
      body: shownContent(content, body),
      keyHeaders: withKeys(secret, ({ variable }) => `$${variable}`),
    },
  };
}

/** The keys to use, by the name of their scheme. */
function keysFor(
  key: KeyUse,
  { keys }: Pick<Target, "keys">,
  schemes: readonly string[],
  pick: (secret: Secret) => string,
): Record<string, () => string> {
  if (key === "none") return {};
  const held = typeof key === "object" ? keys.own : keys[key];
  if (!held) return {};
  return Object.fromEntries(
    schemes.flatMap((name) => {
      const secret = held[name] ?? held["*"];
      // As a function, because an empty key is sent too, and an empty text would stand for none.
      return secret ? [[name, () => pick(secret)]] : [];
    }),
  );
}

function sentAs(key: KeyUse): (secret: Secret) => string {
  return ({ value }) => (typeof key === "object" ? key.apply(value) : value);
}

function shownAs(key: KeyUse): (secret: Secret) => string {
  return ({ variable }) => (typeof key === "object" ? key.show(variable) : `$${variable}`);
}

function contentOf(body: AskBody): BodyInit {
  return "text" in body ? body.text : serializeBody(body.value, body.type);
}

function shownContent(content: BodyInit | undefined, body: AskBody | undefined): string | undefined {
  if (content === undefined || typeof content === "string") return content;
  if (content instanceof URLSearchParams) return content.toString();
  return body && "value" in body ? JSON.stringify(body.value) : undefined;
}

function styleOf({ style, explode, allowReserved, mediaType }: Parameter): ParameterStyle {
  const known = STYLES.find((each) => each === style);
  return {
    ...(known ? { style: known } : {}),
    explode,
    allowReserved,
    json: mediaType !== undefined && isJson(mediaType),
  };
}
