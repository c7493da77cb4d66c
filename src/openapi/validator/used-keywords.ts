import type { OpenApiDocument } from "../document/document.js";
import { oncePer } from "../document/once-per.js";
import { walk } from "../document/walk.js";

/** Keywords that are costly to support. A name of a property counts as well. */
interface UsedKeywords {
  /** `unevaluatedProperties` or `unevaluatedItems` (JSON Schema Core, 11): which properties and items were evaluated is remembered. */
  unevaluated: boolean;
  /** `$id`, or an anchor (JSON Schema Core, 8.2): they are searched for in the whole document. */
  identifiers: boolean;
}

const UNEVALUATED = ["unevaluatedProperties", "unevaluatedItems"];
const IDENTIFIERS = ["$id", "$anchor", "$dynamicAnchor"];

/** Whether a document has keywords that are costly to support. */
export const usedKeywords = oncePer((document: OpenApiDocument): UsedKeywords => {
  const used: UsedKeywords = { unevaluated: false, identifiers: false };
  walk(document, ({ node }) => {
    for (const name in node) {
      if (UNEVALUATED.includes(name)) used.unevaluated = true;
      else if (IDENTIFIERS.includes(name)) used.identifiers = true;
    }
  });
  return used;
});
