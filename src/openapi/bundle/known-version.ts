import type { OpenApiDocument } from "../document/document.js";
import { DocumentError } from "../document/document-error.js";

/** True for a document of Swagger 2.0. */
export function isSwagger(document: OpenApiDocument): boolean {
  // YAML reads a version without quotes as a number.
  return document.swagger === "2.0" || document.swagger === 2;
}

/**
 * Requires that a document names a version that can be read.
 *
 * @param shown the document as messages name it
 * @throws DocumentError for another version than Swagger 2.0 and OpenAPI 3
 */
export function requireKnownVersion(document: OpenApiDocument, shown: string): void {
  const { openapi, swagger } = document;
  if (isSwagger(document) || (typeof openapi === "string" && openapi.startsWith("3."))) return;
  const stated = Object.entries({ openapi, swagger }).find(([, version]) => version !== undefined);
  const remedy = typeof stated?.[1] === "number" ? ", a number: put it in quotes" : "";
  const reason = stated
    ? `\`${stated[0]}\` is ${JSON.stringify(stated[1])}${remedy}`
    : "it has neither `openapi` nor `swagger`. Name the file that has one: others are parts of a document";
  throw new DocumentError(`${shown} is not a document of OpenAPI 3 or Swagger 2.0: ${reason}.`);
}
