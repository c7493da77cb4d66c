import { isObject, type Json, type OpenApiDocument } from "../document/document.js";
import { pointerTo } from "../document/pointer.js";
import { placeOf, walk } from "../document/walk.js";
import type { DocumentWarning } from "../document/warning.js";

/**
 * Removes each list or text that stands where a schema must be: below `schema`, or in `components/schemas`. Any value fits then.
 */
export function ignoreOtherSchemas(document: OpenApiDocument): DocumentWarning[] {
  const warnings: DocumentWarning[] = [];
  walk(document, (part) => {
    const { node, name, around, isMap } = part;
    if (name.startsWith("x-") && !around?.isMap) return false;
    if (!isObject(node)) return true;
    const isSchemas = isMap && name === "schemas" && around?.name === "components";
    const names = isSchemas ? Object.keys(node) : isMap ? [] : ["schema"];
    for (const field of names) {
      const value = node[field];
      if (value === undefined || isObject(value) || typeof value === "boolean") continue;
      if (isSchemas) node[field] = {};
      else delete node[field];
      const message = `${kindOf(value)} is not a schema. Any value fits it.`;
      warnings.push({ pointer: pointerTo(placeOf(part), field), message, admitsAny: true });
    }
    return true;
  });
  return warnings;
}

function kindOf(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value === "string" ? "text" : "number"}`;
}
