/** A JSON value (RFC 8259). */
export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json };

/** A JSON object whose members have not been read yet. */
export type JsonObject = { [key: string]: Json };

/** An OpenAPI document, bundled: every `$ref` in it leads to a place in it. */
export type OpenApiDocument = JsonObject;

/** A JSON Schema (2020-12), as the document has it. */
export type Schema = boolean | JsonObject;

/** True for JSON objects, false for arrays, null and everything else. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an empty object. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The value if it is a list, else an empty list. */
export function asList(value: unknown): Json[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is text, else undefined. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
