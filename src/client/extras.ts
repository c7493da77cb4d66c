import type { PlacedCredentials } from "../http/credentials.js";
import { isRecord } from "../http/deep-object.js";
import { includesType } from "../http/media-type.js";
import { concreteType, type Shape } from "../http/negotiate.js";
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
  mediaType: (body, key) =>
    body instanceof Blob ? concreteType(key, "binary", body.type) : concreteType(key, shapeOfBody(body)),
  body: ({ encoding }, body, mediaType) => serializeBody(body, mediaType, encodingFor(encoding, mediaType)),
  header: headerOf,
  cookie: cookieOf,
};

/** The kind of a value. Bytes and streams are not records either. */
function shapeOfBody(body: unknown): Shape {
  if (typeof body === "string") return "text";
  return Array.isArray(body) || isRecord(body) || typeof body !== "object" ? "structured" : "binary";
}

/** The encoding of a form. Its key may have parameters. */
function encodingFor(encoding: OperationDescriptor["encoding"] = {}, mediaType: string) {
  return encoding[Object.keys(encoding).find((key) => includesType(key, mediaType)) ?? ""];
}

/** Header parameters. An empty list is undefined to all styles (RFC 6570, 2.3). */
function headerOf({ styles = {} }: OperationDescriptor, { header = {} }: AnyInput): Record<string, string> {
  const isPresent = (value: unknown) =>
    value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
  const entries = Object.entries(header).filter(([, value]) => isPresent(value));
  return Object.fromEntries(entries.map(([name, value]) => [name, serializeHeader(value, styles[`header.${name}`])]));
}

/** The header `Cookie`. Browsers ignore it when a page sets it. */
function cookieOf(
  { styles }: OperationDescriptor,
  { cookie }: AnyInput,
  keys: PlacedCredentials,
): Record<string, string> {
  const text = serializeCookies({ ...cookie, ...keys.cookie }, styles);
  return text ? { Cookie: text } : {};
}
