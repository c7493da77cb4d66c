import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import type { ResponseHeader } from "#openapi/operations/operation.js";
import { readingsOf } from "./read-parameter.js";
import { resolvedSchema, typesOf } from "./resolved-schema.js";

/**
 * The possible values of a header of a response, the most likely one first.
 *
 * @returns undefined for a header without a schema, for an object, which several styles may represent, and for a list of objects or
 *   lists, which OpenAPI does not define
 */
export function headerReadings(
  document: OpenApiDocument,
  { name, schema }: Pick<ResponseHeader, "name" | "schema">,
  text: string,
): Json[] | undefined {
  const whole = resolvedSchema(document, schema);
  const itemTypes = typesOf(resolvedSchema(document, whole.items));
  const isNested = itemTypes.includes("object") || itemTypes.includes("array");
  if (schema === undefined || typesOf(whole).includes("object") || isNested) return undefined;
  const header = { name, in: "header", style: "simple", explode: false, mediaType: undefined, schema } as const;
  return readingsOf(document, header, text);
}
