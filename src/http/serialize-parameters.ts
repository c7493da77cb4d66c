import type { Json } from "../openapi/document/document.js";
import { type Parameter, type ParameterLocation, STYLES } from "../openapi/operations/operation.js";
import { isJson } from "./media-type.js";
import { type ParameterStyle, serializeCookies, serializeHeader, serializePath, serializeQuery } from "./serialize.js";

/** The parameters of a request, serialized. Keys are added to the query and to the cookies. */
export interface SerializedParameters {
  path: string;
  headers: [name: string, value: string][];
  query(keys: Record<string, string>): string;
  cookie(keys: Record<string, string>): string;
}

/**
 * Serializes parameters in the styles of the document (Parameter Object, OpenAPI 3.1, 4.8.12).
 *
 * @param path the template of the path
 */
export function serializeParameters(
  path: string,
  parameters: readonly { parameter: Parameter; value: Json }[],
): SerializedParameters {
  const valuesIn = (location: ParameterLocation): Record<string, Json> =>
    Object.fromEntries(
      parameters.flatMap(({ parameter, value }) => (parameter.in === location ? [[parameter.name, value]] : [])),
    );
  const styles = Object.fromEntries(
    parameters.map(({ parameter }) => [`${parameter.in}.${parameter.name}`, styleOf(parameter)]),
  );
  return {
    path: serializePath(uriPath(path), valuesIn("path"), styles),
    headers: Object.entries(valuesIn("header")).map(([name, value]) => [
      name,
      serializeHeader(value, styles[`header.${name}`]),
    ]),
    query: (keys) => serializeQuery({ ...valuesIn("query"), ...keys }, styles),
    cookie: (keys) => serializeCookies({ ...valuesIn("cookie"), ...keys }, styles),
  };
}

/** A template whose text has the characters of a URI: others are percent-encoded (RFC 3986, 2.1). */
function uriPath(path: string): string {
  return path.replace(/\{[^{}]+\}|[^\x21-\x7e]+/g, (part) => (part.startsWith("{") ? part : encodeURIComponent(part)));
}

function styleOf({ style: name, explode, allowReserved, mediaType }: Parameter): ParameterStyle {
  const style = STYLES.find((known) => known === name);
  return { ...(style ? { style } : {}), explode, allowReserved, json: mediaType !== undefined && isJson(mediaType) };
}
