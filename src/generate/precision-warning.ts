import type { OpenApiDocument } from "#openapi/document/document.js";
import { findSchemas } from "#openapi/upgrade/find-schemas.js";

/**
 * A sentence about numbers of 64 bits (format `int64`), if a document has some: `JSON.parse` rounds those beyond 2 ** 53. A schema
 * whose bounds exclude them is left out, and so is a text, which grpc-gateway writes.
 *
 * @returns a list with the sentence; empty if the document has no such number
 */
export function precisionWarning(document: OpenApiDocument): string[] {
  const isSafe = (bound: unknown) => typeof bound === "number" && Math.abs(bound) <= Number.MAX_SAFE_INTEGER;
  const wide = [...findSchemas(document)].filter(
    ({ type, format, minimum, maximum }) =>
      format === "int64" && [type].flat().includes("integer") && !(isSafe(minimum) && isSafe(maximum)),
  );
  if (wide.length === 0) return [];
  const schemas = wide.length === 1 ? "1 schema is a number" : `${wide.length} schemas are numbers`;
  return [
    `${schemas} of the format int64. JavaScript rounds those beyond 2 ** 53: a server should send such ids as texts.`,
  ];
}
