import type { OpenApiDocument } from "../document/document.js";

/** Keywords that are costly to support. A name of a property or in an example counts as well. */
interface UsedKeywords {
  /** `unevaluatedProperties` or `unevaluatedItems` (JSON Schema Core, 11): which properties and items were evaluated is remembered. */
  unevaluated: boolean;
  /** `$id`, or an anchor (JSON Schema Core, 8.2): they are searched for in the whole document. */
  identifiers: boolean;
}

const found = new WeakMap<OpenApiDocument, UsedKeywords>();

/** Whether a document has keywords that are costly to support. */
export function usedKeywords(document: OpenApiDocument): UsedKeywords {
  const known = found.get(document) ?? search(JSON.stringify(document));
  found.set(document, known);
  return known;
}

function search(text: string): UsedKeywords {
  return {
    unevaluated: /"unevaluated(?:Properties|Items)":/.test(text),
    identifiers: /"\$(?:id|anchor|dynamicAnchor)":/.test(text),
  };
}
