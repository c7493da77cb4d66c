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

/** Header parameters. openapi-fetch removes a header that is null, but leaves one out that is undefined. */
function headerOf({ styles = {} }: OperationDescriptor, { header = {} }: AnyInput): Record<string, string | undefined> {
  const entries = Object.entries(header).map(([name, value]) => [
    name,
    value === null || value === undefined || isEmptyList(value)
      ? undefined
      : serializeHeader(value, styles[`header.${name}`]),
  ]);
  return Object.fromEntries(entries);
}

/** An empty list is undefined to all styles (RFC 6570, 2.3). */
function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** The header `Cookie`. Browsers ignore it when a page sets it. */
function cookieOf(
  { styles }: OperationDescriptor,
  { cookie }: AnyInput,
  keys: PlacedCredentials,
): Record<string, string | undefined> {
  return { Cookie: serializeCookies({ ...cookie, ...keys.cookie }, styles) || undefined };
}
