import type { JsonObject } from "#openapi/document/document.js";

/** Keywords that say something about a value, and restrict nothing (JSON Schema Validation 2020-12, 9; OpenAPI 3.1, 4.8.24). */
const ANNOTATIONS: readonly string[] = [
  ...["title", "summary", "description", "default", "deprecated", "example", "examples", "readOnly", "writeOnly"],
];

/** The keywords of a schema that the comments of types need. */
export function annotationsOf(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => ANNOTATIONS.includes(name)));
}
