import type { PlacedCredentials } from "../http/credentials.js";
import { serializeBody, serializeCookies, serializeHeader, serializePath, serializeQuery } from "../http/serialize.js";
import type { AnyInput } from "./input.js";
import type { Extras, OperationDescriptor } from "./operation.js";

/**
 * For operations with header or cookie parameters, keys in cookies, bodies other than JSON, or path and query parameters
 * that are dates, objects, or in another style.
 */
export const extras: Extras = {
  path: serializePath,
  query: serializeQuery,
  body: ({ encoding }, body, mediaType) => serializeBody(body, mediaType, encoding?.[mediaType]),
  header: headerOf,
  cookie: cookieOf,
};

/** Header parameters. openapi-fetch removes a header that is null, but leaves one out that is undefined. */
function headerOf({ styles = {} }: OperationDescriptor, { header = {} }: AnyInput): Record<string, string | undefined> {
  const entries = Object.entries(header).map(([name, value]) => [
    name,
    value === null || value === undefined ? undefined : serializeHeader(value, styles[`header.${name}`]),
  ]);
  return Object.fromEntries(entries);
}

/** The header `Cookie`. Browsers ignore it when a page sets it. */
function cookieOf(
  { styles }: OperationDescriptor,
  { cookie }: AnyInput,
  keys: PlacedCredentials,
): Record<string, string | undefined> {
  return { Cookie: serializeCookies({ ...cookie, ...keys.cookie }, styles) || undefined };
}
