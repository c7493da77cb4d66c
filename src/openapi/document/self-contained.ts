import { isObject, type Json, type OpenApiDocument } from "./document.js";
import { valueAt } from "./pointer.js";

/**
 * True if every reference of a document leads to a place in it. In doubt it returns false: for a `$ref` in an example,
 * which is data, and for a discriminator's mapping, whose values may be names or files.
 */
export function isSelfContained(document: OpenApiDocument): boolean {
  const checked = new Set<string>();
  const leadsInside = (reference: Json): boolean => {
    if (typeof reference !== "string" || !reference.startsWith("#/")) return false;
    if (checked.has(reference)) return true;
    checked.add(reference);
    return valueAt(document, reference) !== undefined;
  };
  // A list of pending nodes instead of recursion, so that a deep document cannot exhaust the stack.
  const pending: Json[] = [document];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node !== "object" || node === null) continue;
    if (isObject(node)) {
      if (node.$ref !== undefined && !leadsInside(node.$ref)) return false;
      const { mapping } = isObject(node.discriminator) ? node.discriminator : {};
      if (isObject(mapping) && !Object.values(mapping).every(leadsInside)) return false;
    }
    for (const member of Object.values(node)) pending.push(member);
  }
  return true;
}
