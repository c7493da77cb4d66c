import { asList, isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { resolveReference } from "#openapi/document/reference.js";

/** The schema that a reference leads to; an empty one for a boolean schema, or none. */
export function resolvedSchema(document: OpenApiDocument, schema: Json | undefined): JsonObject {
  // A server reads thousands of parameters a second, most of them without a reference.
  if (isObject(schema) && schema.$ref === undefined) return schema;
  return resolveReference(document, schema, "#").node;
}

/** The types of a schema; none if any type is admitted. */
export function typesOf({ type }: JsonObject): Json[] {
  return typeof type === "string" ? [type] : [...asList(type)];
}
