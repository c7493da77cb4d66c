import { asObject, type JsonObject, type OpenApiDocument } from "../../openapi/document.js";
import type { Parameter } from "../../openapi/operation.js";
import { resolveReference } from "../../openapi/reference.js";

/** The schema of a parameter, its reference resolved. */
export function schemaOf(document: OpenApiDocument, { schema, schemaPointer }: Parameter): JsonObject {
  return resolveReference(document, asObject(schema), schemaPointer).node;
}
