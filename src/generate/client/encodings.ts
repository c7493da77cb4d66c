import type { FormEncoding } from "#http/serialize.js";
import { asObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { resolveReference } from "#openapi/document/reference.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";

type FieldEncoding = FormEncoding[string];

/** Types whose values are one text. */
export const SCALARS = ["string", "number", "integer", "boolean", "null"];

/** Whether a schema has only types of some names. */
export function isOf(document: OpenApiDocument, schema: Json | undefined, types: readonly string[]): boolean {
  const { type } = resolveReference(document, schema, "#").node;
  return [type ?? "any"].flat().every((name) => types.includes(String(name)));
}

/** Whether the values of a schema are texts, numbers or booleans, or lists of them. */
export function isListOfScalars(document: OpenApiDocument, schema: Json | undefined): boolean {
  if (isOf(document, schema, SCALARS)) return true;
  const { items } = resolveReference(document, schema, "#").node;
  return isOf(document, schema, [...SCALARS, "array"]) && isOf(document, items, SCALARS);
}

/** The encodings of forms by media type (Encoding Object, OpenAPI 3.1, 4.8.15), without those that say what is the default. */
export function encodingsOf(document: OpenApiDocument, { requestBody }: Operation): Record<string, FormEncoding> {
  const encodings = (requestBody?.content ?? []).map(({ name, encoding, schema }) => [
    name,
    Object.fromEntries(Object.entries(encoding).filter(([field, one]) => !isDefault(document, schema, field, one))),
  ]);
  return Object.fromEntries(encodings.filter(([, encoding = {}]) => Object.keys(encoding).length > 0));
}

/** Whether the items of a list have the name of the field each, as in a form without encodings. */
function isDefault(
  document: OpenApiDocument,
  schema: MediaType["schema"],
  field: string,
  { contentType, style = "form", explode = true, ...others }: FieldEncoding,
): boolean {
  if (contentType !== undefined || style !== "form" || !explode || Object.keys(others).length > 0) return false;
  const { properties } = resolveReference(document, schema, "#").node;
  return isListOfScalars(document, asObject(properties)[field]);
}
