import { asObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { MediaType } from "#openapi/operations/operation.js";
import { mergedSchema, typesOf } from "#openapi/schema/merged-schema.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import type { SchemaValidator } from "#openapi/validator/validator.js";
import { formParts } from "../body/form-parts.js";
import { isJson, MULTIPART, mediaTypeOf, URLENCODED } from "../media-type.js";
import { isDeepName } from "./read-deep-object.js";
import { readParameter } from "./read-parameter.js";

/**
 * Reads a form as the value that its schema describes (Encoding Object, OpenAPI 3.1, 4.8.15). Each field is read as a
 * parameter of a query. It is JSON if it is an object, or if its encoding says so.
 *
 * @returns undefined for another media type, and for a schema that describes no object: it is about the whole text
 */
export function readForm(
  document: OpenApiDocument,
  { pointer, schema: whole, schemaPointer, encoding }: MediaType,
  contentType: string,
  text: string,
  validator: SchemaValidator,
): { value: Json } | undefined {
  const query = fieldsOf(contentType, text);
  const types = typesOf(mergedSchema(document, whole));
  const isMultipart = mediaTypeOf(contentType) === MULTIPART;
  if (!query || (types.length > 0 && !types.includes("object"))) return undefined;
  const parts = { path: {}, query, headers: { get: () => null }, cookies: {} };
  const schemasOf = (name: string) => schemasAt(document, schemaPointer, pointerTo("", name)).at(-1) ?? [];
  const fields = namesOf(document, encoding, query, schemasOf).flatMap((name): [string, Json][] => {
    const [place] = schemasOf(name);
    const schema = place === undefined ? undefined : asObject(valueAt(document, place));
    const fieldTypes = typesOf(mergedSchema(document, schema));
    const { style: given, explode, contentType } = encoding[name] ?? {};
    const hasStyle = given !== undefined || explode !== undefined;
    const isJsonField = !hasStyle && (fieldTypes.includes("object") || isJson(contentType ?? ""));
    const style = given ?? "form";
    const field = {
      name,
      in: "query",
      style,
      explode: explode ?? style === "form",
      mediaType: isJsonField ? "application/json" : undefined,
      schema,
      schemaPointer: place ?? pointer,
    } as const;
    // Each item of a list is a part of its own.
    const isParts = isMultipart && isJsonField && fieldTypes.includes("array");
    const sent = isParts ? { ...parts, query: asJsonList(name, query.getAll(name)) } : parts;
    const read = readParameter(document, field, sent, validator);
    // The name of an exploded object is not a name in the form.
    return read || query.has(name) ? [[name, read?.value ?? null]] : [];
  });
  return { value: Object.fromEntries(fields) };
}

/** The parts of a list, each of them JSON, as one JSON text. Some clients write the whole list into one part. */
function asJsonList(name: string, texts: readonly string[]): URLSearchParams {
  const [first = ""] = texts;
  const isWhole = texts.length === 1 && first.trimStart().startsWith("[");
  return new URLSearchParams([[name, isWhole ? first : `[${texts.join(",")}]`]]);
}

/** The names of the fields that a form has. The parts of an object may have names of their own. */
function namesOf(
  document: OpenApiDocument,
  encoding: MediaType["encoding"],
  query: URLSearchParams,
  schemasOf: (name: string) => readonly string[],
): string[] {
  const names = new Set(query.keys());
  for (const [name, { style = "form", explode = style === "form", contentType }] of Object.entries(encoding)) {
    const isExploded = style === "form" && explode && contentType === undefined && !query.has(name);
    const parts = isExploded
      ? schemasOf(name).flatMap((place) => Object.keys(asObject(asObject(valueAt(document, place)).properties)))
      : [];
    const own = [...names].filter((key) => (style === "deepObject" ? isDeepName(key, name) : parts.includes(key)));
    for (const key of own) names.delete(key);
    if (own.length > 0) names.add(name);
  }
  return [...names];
}

/** The fields of a form, urlencoded (WHATWG URL, 5.1) or multipart (RFC 7578). */
function fieldsOf(contentType: string, text: string): URLSearchParams | undefined {
  const type = mediaTypeOf(contentType);
  if (type === URLENCODED) return new URLSearchParams(text);
  if (type !== MULTIPART) return undefined;
  return new URLSearchParams(formParts(contentType, text).map(({ name, content }) => [name, content]));
}
