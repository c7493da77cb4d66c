import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import type { ResponseHeader } from "#openapi/operations/operation.js";
import { readingsOf } from "./read-parameter.js";
import { resolvedSchema, typesOf } from "./resolved-schema.js";

/**
 * The possible values of a header of a response, the most likely one first.
 *
 * @returns undefined for a header without a schema, and for an object, which several styles may represent
 */
export function headerReadings(
  document: OpenApiDocument,
  { name, schema }: Pick<ResponseHeader, "name" | "schema">,
  text: string,
): Json[] | undefined {
  if (schema === undefined || typesOf(resolvedSchema(document, schema)).includes("object")) return undefined;
  const header = { name, in: "header", style: "simple", explode: false, mediaType: undefined, schema } as const;
  return readingsOf(document, header, text);
}
