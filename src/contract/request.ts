import { credentials } from "../client/credentials.js";
import { isJson } from "../client/media-type.js";
import type { ParameterStyle, SecurityScheme } from "../client/operation.js";
import {
  serializeBody,
  serializeCookies,
  serializeHeader,
  serializePath,
  serializeQuery,
} from "../client/serialize.js";
import type { Json } from "../openapi/document.js";
import { type Parameter, type ParameterLocation, STYLES } from "../openapi/operation.js";
import type { Case, SentRequest, Target } from "./case.js";

/** A request, ready to go out, and what may be shown of it. */
export interface BuiltRequest {
  url: string;
  init: { method: string; headers: Headers; body: BodyInit | undefined };
  shown: SentRequest;
}

/** Builds the request of a case, its parameters written in the styles of the document. */
export async function buildRequest(
  { operation, parameters, body }: Case,
  { baseUrl, key, keyVariable }: Target,
  schemes: Readonly<Record<string, SecurityScheme>>,
): Promise<BuiltRequest> {
  const values = (place: ParameterLocation): Record<string, Json> =>
    Object.fromEntries(
      parameters
        .filter(({ parameter }) => parameter.in === place)
        .map(({ parameter, value }) => [parameter.name, value]),
    );
  const styles = Object.fromEntries(operation.parameters.map((each) => [`${each.in}.${each.name}`, styleOf(each)]));
  const keys = await credentials(operation.security, schemes, key);
  const secret = await credentials(operation.security, schemes, key === undefined ? undefined : `$${keyVariable}`);

  const path = serializePath(operation.path, values("path"), styles);
  const search = (more: Record<string, string>) => {
    const query = serializeQuery({ ...values("query"), ...more }, styles);
    return query ? `?${query}` : "";
  };
  const content = body && serializeBody(body.value, body.mediaType.name);
  const headers: [string, string][] = Object.entries(values("header")).map(([name, value]) => [
    name,
    serializeHeader(value, styles[`header.${name}`]),
  ]);
  if (body && !(content instanceof FormData)) headers.push(["Content-Type", body.mediaType.name]);

  const withKeys = (placed: typeof keys): [string, string][] => {
    const cookies = serializeCookies({ ...values("cookie"), ...placed.cookie }, styles);
    return [...Object.entries(placed.headers), ...(cookies ? [["Cookie", cookies] satisfies [string, string]] : [])];
  };
  const method = operation.method.toUpperCase();
  return {
    url: `${baseUrl}${path}${search(keys.query)}`,
    init: { method, headers: new Headers([...headers, ...withKeys(keys)]), body: content },
    shown: {
      method,
      url: `${baseUrl}${path}${search(secret.query)}`,
      headers,
      body: typeof content === "string" ? content : content === undefined ? undefined : JSON.stringify(body?.value),
      keyHeaders: withKeys(secret),
    },
  };
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
