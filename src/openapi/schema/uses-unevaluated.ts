import type { OpenApiDocument } from "../document/document.js";

const found = new WeakMap<OpenApiDocument, boolean>();

/**
 * Whether a document has `unevaluatedProperties` or `unevaluatedItems` (JSON Schema Core, 11): a validator then has to remember
 * which properties and items were evaluated.
 */
export function usesUnevaluated(document: OpenApiDocument): boolean {
  const known = found.get(document) ?? /"unevaluated(?:Properties|Items)":/.test(JSON.stringify(document));
  found.set(document, known);
  return known;
}
