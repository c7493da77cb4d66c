import type { FormWriting } from "#client/operation.js";
import { isJson, isWithin, MULTIPART, URLENCODED } from "#http/media-type.js";
import { concreteType, JSON_TYPE } from "#http/negotiate.js";
import { jointOf } from "#http/styles.js";
import { asList, asObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { resolveReference } from "#openapi/document/reference.js";
import type { FieldEncoding, MediaType, Operation } from "#openapi/operations/operation.js";

/** Types whose values are one text. */
const SCALARS = ["string", "number", "integer", "boolean", "null"];

/** References that lead further than this are taken for other types. Schemas may contain themselves. */
const DEPTH = 20;

/** Whether all values of a schema are surely texts, numbers or booleans. A reference or a part may say so. */
export function isScalar(document: OpenApiDocument, schema: Json | undefined): boolean {
  return isOf(document, schema, () => false);
}

/** The same, also for lists of them. */
export function isListOfScalars(document: OpenApiDocument, schema: Json | undefined): boolean {
  return isOf(document, schema, (items) => isScalar(document, items));
}

/** @param isList whether a list is admitted, by the schema of its items */
function isOf(
  document: OpenApiDocument,
  schema: Json | undefined,
  isList: (items: Json | undefined) => boolean,
  depth = DEPTH,
): boolean {
  if (depth === 0) return false;
  const inner = (part: Json) => isOf(document, part, isList, depth - 1);
  const { type, items, enum: values, allOf, anyOf, oneOf } = resolveReference(document, schema, "#").node;
  if (type !== undefined)
    return [type].flat().every((name) => (name === "array" ? isList(items) : SCALARS.includes(String(name))));
  if (Array.isArray(values)) return values.every((value) => typeof value !== "object" || value === null);
  return asList(allOf).some(inner) || [anyOf, oneOf].map(asList).some((list) => list.length > 0 && list.every(inner));
}

/** How the fields of forms are written, by media type, without what is the default (Encoding Object, OpenAPI 3.1, 4.8.15). */
export function writingsOf(document: OpenApiDocument, { requestBody }: Operation): Record<string, FormWriting> {
  const forms = [URLENCODED, MULTIPART].flatMap((form) => {
    const described = requestBody?.content.find(({ name }) => isWithin(form, name));
    return described ? [{ form, ...described }] : [];
  });
  const writings = forms.map(({ form, encoding, schema }) => {
    const ofFields = Object.entries(encoding).map(([field, one]) => [
      field,
      isDefault(document, schema, field, one) ? {} : writingOf(form, one),
    ]);
    return [form, Object.fromEntries(ofFields.filter(([, writing]) => Object.keys(writing ?? {}).length > 0))];
  });
  return Object.fromEntries(writings.filter(([, writing]) => Object.keys(writing).length > 0));
}

/** How a field is written: in its style, in its media types, or as JSON in a form of texts. A style counts more. */
function writingOf(form: string, { contentType, style, explode }: FieldEncoding): FormWriting[string] {
  if (style !== undefined || explode !== undefined)
    return { joint: jointOf({ ...(style && { style }), ...(explode !== undefined && { explode }) }) ?? null };
  if (contentType === undefined) return {};
  if (form === URLENCODED) return isJson(contentType) ? { types: [JSON_TYPE] } : {};
  const [text = "", ...others] = (["text", "structured", "binary"] as const).map((shape) =>
    concreteType(contentType, shape),
  );
  const last = others.findLastIndex((type) => type !== text);
  return { types: [text, ...others.slice(0, last + 1)] };
}

/** Whether the items of a list have the name of the field each, as in a form without encodings. */
function isDefault(
  document: OpenApiDocument,
  schema: MediaType["schema"],
  field: string,
  { contentType, style = "form", explode = style === "form" }: FieldEncoding,
): boolean {
  if (contentType !== undefined || style !== "form" || !explode) return false;
  const { properties } = resolveReference(document, schema, "#").node;
  return isListOfScalars(document, asObject(properties)[field]);
}
