import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import type { ResponseHeader } from "#openapi/operations/operation.js";
import { mergedSchema, typesOf } from "#openapi/schema/merged-schema.js";
import { readingsOf } from "./read-parameter.js";

/**
 * The possible values of a header of a response, the most likely one first. They are read by its media type, or by the style
 * `simple` (Header Object, OpenAPI 3.1, 4.8.21).
 *
 * @returns undefined for a header without a schema, and for a list of objects or lists, which OpenAPI does not define
 */
export function headerReadings(
  document: OpenApiDocument,
  { name, schema, mediaType, explode }: Pick<ResponseHeader, "explode" | "mediaType" | "name" | "schema">,
  text: string,
): Json[] | undefined {
  const itemTypes = typesOf(mergedSchema(document, mergedSchema(document, schema).items));
  const isNested = itemTypes.includes("object") || itemTypes.includes("array");
  if (schema === undefined || (isNested && mediaType === undefined)) return undefined;
  return readingsOf(document, { name, in: "header", style: "simple", explode, mediaType, schema }, text);
}
