import { includesType, isJson } from "#http/media-type.js";
import { asList, asObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";

const JSON_TYPE = "application/json";

/** The schemas that apply at a place of a value, references and combinations resolved. */
function schemasOf(document: OpenApiDocument, { schemaPointer }: MediaType, at: string): JsonObject[] {
  const pointers = schemasAt(document, schemaPointer, at).at(-1) ?? [];
  return pointers.map((pointer) => asObject(valueAt(document, pointer)));
}

/** The names of the properties that a value may have at a place. */
export function propertiesAt(document: OpenApiDocument, mediaType: MediaType, at: string): string[] {
  const properties = schemasOf(document, mediaType, at).flatMap((schema) =>
    Object.entries(asObject(schema.properties)),
  );
  const forbidden = properties.flatMap(([name, schema]) => (schema === false ? [name] : []));
  return [...new Set(properties.map(([name]) => name))].filter((name) => !forbidden.includes(name));
}

/** Whether a keyword applies at a place of a value, with one of some values (default: any value). */
export function hasKeyword(
  document: OpenApiDocument,
  mediaType: MediaType,
  at: string,
  keyword: string,
  values?: readonly unknown[],
): boolean {
  return schemasOf(document, mediaType, at).some((schema) => {
    const found = [schema[keyword]].flat().filter((value) => value !== undefined);
    return values === undefined ? found.length > 0 : found.some((value) => values.includes(value));
  });
}

/** The value of a keyword at a place of a value: that of the first schema that has it. */
export function keywordAt(
  document: OpenApiDocument,
  mediaType: MediaType,
  at: string,
  keyword: string,
): Json | undefined {
  return schemasOf(document, mediaType, at).find((schema) => schema[keyword] !== undefined)?.[keyword];
}

/** The members of the enums that apply at a place of a value; an empty list if none does. */
export function membersAt(document: OpenApiDocument, mediaType: MediaType, at: string): Json[] {
  return schemasOf(document, mediaType, at).flatMap((schema) => asList(schema.enum));
}

/** The words that describe a place of a value. */
export function descriptionsAt(document: OpenApiDocument, mediaType: MediaType, at: string): string[] {
  return schemasOf(document, mediaType, at).flatMap(({ description }) =>
    typeof description === "string" ? [description] : [],
  );
}

/** The JSON of an operation's successes. A server may send JSON where the document allows anything. */
export function successContents({ responses }: Operation): MediaType[] {
  return responses
    .filter(isSuccessKey)
    .flatMap(({ content }) => content.filter(({ name }) => isJson(name) || includesType(name, JSON_TYPE)));
}

/**
 * Where a schema describes a resource in an envelope that has nothing else: its only property. Undefined if it is plain.
 */
export function contentPlace(document: OpenApiDocument, content: MediaType, at = ""): string | undefined {
  const [only, ...others] = propertiesAt(document, content, at);
  const place = only === undefined || others.length > 0 ? undefined : pointerTo(at, only);
  return place !== undefined && propertiesAt(document, content, place).length > 0 ? place : undefined;
}
