import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { Parameter } from "#openapi/operations/operation.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";

/**
 * Whether a parameter has a closed set of values, each of which may identify something. It is a boolean, or an enum or a
 * constant applies to it (JSON Schema Validation 6.1.2 and 6.1.3). These may be behind references and combinations.
 */
export function isClosedSet(document: OpenApiDocument, { schema, schemaPointer }: Parameter): boolean {
  if (schema === undefined) return false;
  const applied = schemasAt(document, schemaPointer, "").at(-1) ?? [];
  return applied
    .map((pointer) => asObject(valueAt(document, pointer)))
    .some(({ enum: members, const: constant, type }) => {
      return members !== undefined || constant !== undefined || type === "boolean";
    });
}
