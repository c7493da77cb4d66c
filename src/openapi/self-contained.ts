import { isObject, type Json, type OpenApiDocument } from "./document.js";
import { valueAt } from "./pointer.js";

/**
 * Whether every reference of a document leads to a place in it. It says no in doubt: of a `$ref` in an example, which is
 * data, and of a discriminator's mapping, whose values may be names or files.
 */
export function isSelfContained(document: OpenApiDocument): boolean {
  const known = new Set<string>();
  const leadsInside = (reference: Json): boolean => {
    if (typeof reference !== "string" || !reference.startsWith("#/")) return false;
    if (known.has(reference)) return true;
    known.add(reference);
    return valueAt(document, reference) !== undefined;
  };
  // A list of what is left to do, and no recursion: depth cannot stop it.
  const left: Json[] = [document];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (typeof node !== "object" || node === null) continue;
    if (isObject(node)) {
      if (node.$ref !== undefined && !leadsInside(node.$ref)) return false;
      const { mapping } = isObject(node.discriminator) ? node.discriminator : {};
      if (isObject(mapping) && !Object.values(mapping).every(leadsInside)) return false;
    }
    for (const member of Object.values(node)) left.push(member);
  }
  return true;
}
