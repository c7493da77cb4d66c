import type { OpenApiDocument } from "#openapi/document/document.js";
import { findSchemas } from "#openapi/upgrade/find-schemas.js";
import { isLong, type ValueTypes } from "./types/value-types.js";

/**
 * A sentence about numbers of 64 bits (format `int64`), if a document has some: `JSON.parse` rounds those beyond 2 ** 53. A schema
 * whose bounds exclude them is left out, and so is a text, which grpc-gateway writes.
 *
 * @param types a chosen type of these numbers needs no warning
 * @returns a list with the sentence; empty if the document has no such number
 */
export function precisionWarning(document: OpenApiDocument, { int64 }: ValueTypes): string[] {
  if (int64 !== undefined) return [];
  const isSafe = (bound: unknown) => typeof bound === "number" && Math.abs(bound) <= Number.MAX_SAFE_INTEGER;
  const wide = [...findSchemas(document)].filter(
    (schema) => isLong(schema) && !(isSafe(schema.minimum) && isSafe(schema.maximum)),
  );
  if (wide.length === 0) return [];
  const schemas = wide.length === 1 ? "1 schema is a number" : `${wide.length} schemas are numbers`;
  return [
    `${schemas} of the format int64. JavaScript rounds those beyond 2 ** 53. --int64 bigint and --int64 string keep their digits.`,
  ];
}
