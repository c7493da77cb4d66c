/** A value as JSON knows it. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON object whose members are not known yet. */
export type JsonObject = { [key: string]: Json };

/** An OpenAPI document, bundled: every `$ref` in it points into itself. */
export type OpenApiDocument = JsonObject;

/** A JSON Schema (2020-12), as it stands in the document. */
export type Schema = boolean | JsonObject;

/** True for JSON objects, false for arrays, null and everything else. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value as an object; an empty one if it is none. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The value as a list; an empty one if it is none. */
export function asList(value: unknown): Json[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is text, else undefined. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
