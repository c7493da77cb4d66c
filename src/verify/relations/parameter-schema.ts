import { asObject, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { resolveReference } from "#openapi/document/reference.js";
import type { Parameter } from "#openapi/operations/operation.js";

/** The schema of a parameter, its reference resolved. */
export function schemaOf(document: OpenApiDocument, { schema, schemaPointer }: Parameter): JsonObject {
  return resolveReference(document, asObject(schema), schemaPointer).node;
}
