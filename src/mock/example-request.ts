import { placeCredentials } from "../http/credentials.js";
import { isJson } from "../http/media-type.js";
import {
  type ParameterStyle,
  serializeCookies,
  serializeHeader,
  serializePath,
  serializeQuery,
} from "../http/serialize.js";
import type { Json, OpenApiDocument } from "../openapi/document.js";
import { examplePairs } from "../openapi/example-pairs.js";
import { type Parameter, type ParameterLocation, STYLES } from "../openapi/operation.js";
import { operationsOf } from "../openapi/operations.js";
import { securitySchemes } from "../openapi/security.js";
import { anyKey } from "./any-key.js";

/** A curl command that sends the first example of a GET operation; undefined if the document has none. */
export async function exampleRequest(document: OpenApiDocument, baseUrl: string): Promise<string | undefined> {
  const [first] = operationsOf(document)
    .filter(({ method }) => method === "get")
    .flatMap((operation) => examplePairs(operation).map(({ parameters }) => ({ operation, parameters })));
  if (!first) return undefined;
  const { operation, parameters } = first;
  const values = (location: ParameterLocation): Record<string, Json> =>
    Object.fromEntries(
      parameters.flatMap(({ parameter, value }) => (parameter.in === location ? [[parameter.name, value]] : [])),
    );
  const styles = Object.fromEntries(operation.parameters.map((each) => [`${each.in}.${each.name}`, styleOf(each)]));
  const keys = await placeCredentials(operation.security, securitySchemes(document), anyKey(document));

  const path = serializePath(operation.path, values("path"), styles);
  const query = serializeQuery({ ...values("query"), ...keys.query }, styles);
  const cookies = serializeCookies({ ...values("cookie"), ...keys.cookie }, styles);
  const headers = [
    ...Object.entries(values("header")).map(([name, value]) => [
      name,
      serializeHeader(value, styles[`header.${name}`]),
    ]),
    ...Object.entries(keys.headers),
    ...(cookies ? [["Cookie", cookies]] : []),
  ];
  const url = `${baseUrl}${path}${query && `?${query}`}`;
  return ["curl", quoted(url), ...headers.flatMap(([name, value]) => ["-H", quoted(`${name}: ${value}`)])].join(" ");
}

function styleOf({ style, explode, allowReserved, mediaType }: Parameter): ParameterStyle {
  const admitted = STYLES.find((each) => each === style);
  const json = mediaType !== undefined && isJson(mediaType);
  return { ...(admitted ? { style: admitted } : {}), explode, allowReserved, json };
}

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
