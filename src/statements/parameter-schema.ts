import { asObject, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import type { Parameter } from "#openapi/operations/operation.js";

/** The schema of a parameter, its reference resolved. */
export function schemaOf(document: OpenApiDocument, { schema, schemaPointer }: Parameter): JsonObject {
  return resolveReference(document, asObject(schema), schemaPointer).node;
}

/** A parameter as if it had one value of its list; the parameter itself, if it has no list. */
export function withSingleValue(document: OpenApiDocument, parameter: Parameter): Parameter {
  const { node, pointer } = resolveReference(document, asObject(parameter.schema), parameter.schemaPointer);
  return node.items === undefined
    ? parameter
    : { ...parameter, schema: asObject(node.items), schemaPointer: pointerTo(pointer, "items") };
}
