import { isObject, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import type { Parameter } from "#openapi/operations/operation.js";
import { mergedSchema, placeOfKeyword } from "#openapi/schema/merged-schema.js";

type Described = Pick<Parameter, "schema" | "schemaPointer">;

/** The schema of a parameter's values other than null, in one object: `mergedSchema`. */
export function schemaOf(document: OpenApiDocument, { schema }: Pick<Parameter, "schema">): JsonObject {
  return mergedSchema(document, schema);
}

/** The place of a keyword of this schema. */
export function keywordPlace(document: OpenApiDocument, { schema, schemaPointer }: Described, keyword: string): string {
  return placeOfKeyword(document, schema, schemaPointer, keyword);
}

/** A parameter as if it had one value of its list; the parameter itself, if it has no list. */
export function withSingleValue(document: OpenApiDocument, parameter: Parameter): Parameter {
  const { items } = schemaOf(document, parameter);
  if (typeof items !== "boolean" && !isObject(items)) return parameter;
  return { ...parameter, schema: items, schemaPointer: keywordPlace(document, parameter, "items") };
}
