import { isObject, type Json, type OpenApiDocument } from "./document.js";
import { MAP_KEYWORDS } from "./keywords.js";
import { valueAt } from "./pointer.js";

/** An object or list of a document that is looked into, and whether the document chooses its names. */
interface Pending {
  node: Json;
  isMap: boolean;
}

/**
 * True if every reference of a document leads to a place in it. In doubt it returns false: for a `$ref` in `example`, which is
 * data, and for a discriminator's mapping, whose values may be names or files. The `value` of an Example Object is data
 * without doubt.
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
  const pending: Pending[] = [{ node: document, isMap: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, isMap } = next;
    if (typeof node !== "object" || node === null) continue;
    if (isObject(node)) {
      // A property may have this name.
      const isName = isMap && isObject(node.$ref);
      if (node.$ref !== undefined && !isName && !leadsInside(node.$ref)) return false;
      // The file of an Example Object (OpenAPI 3.1, 4.8.19).
      if (typeof node.externalValue === "string") return false;
      const { mapping } = isObject(node.discriminator) ? node.discriminator : {};
      if (isObject(mapping) && !Object.values(mapping).every(leadsInside)) return false;
    }
    for (const name in node) {
      const member = Array.isArray(node) ? node[Number(name)] : node[name];
      if (typeof member !== "object" || member === null) continue;
      if (name === "examples" && !isMap && isObject(member)) {
        for (const example of Object.values(member)) pending.push({ node: withoutValue(example), isMap: false });
      } else pending.push({ node: member, isMap: !isMap && MAP_KEYWORDS.includes(name) });
    }
  }
  return true;
}

/** An Example Object (OpenAPI 3.1, 4.8.19) without its value. */
function withoutValue(example: Json): Json {
  if (!isObject(example)) return example;
  const { value: _, ...described } = example;
  return described;
}
