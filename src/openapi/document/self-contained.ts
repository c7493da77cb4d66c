import { isObject, type Json, type JsonObject, type OpenApiDocument } from "./document.js";
import { MAP_KEYWORDS } from "./keywords.js";
import { valueAt } from "./pointer.js";

/** The kind of an object or list that is looked into. The document chooses the names in a map. */
type Role = "other" | "map" | "example";

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
  // Lists of pending nodes and their roles instead of recursion, so that a deep document cannot exhaust the stack.
  const nodes: (JsonObject | Json[])[] = [document];
  const roles: Role[] = ["other"];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const role = roles.pop();
    const isMap = role === "map";
    if (Array.isArray(node)) {
      for (const item of node) {
        if (typeof item !== "object" || item === null) continue;
        nodes.push(item);
        roles.push("other");
      }
      continue;
    }
    // A property may have this name.
    const isName = isMap && isObject(node.$ref);
    if (node.$ref !== undefined && !isName && !leadsInside(node.$ref)) return false;
    // The file of an Example Object (OpenAPI 3.1, 4.8.19).
    if (typeof node.externalValue === "string") return false;
    const { mapping } = isObject(node.discriminator) ? node.discriminator : {};
    if (isObject(mapping) && !Object.values(mapping).every(leadsInside)) return false;
    for (const name in node) {
      const member = node[name];
      if (typeof member !== "object" || member === null || (role === "example" && name === "value")) continue;
      if (name === "examples" && !isMap && !Array.isArray(member)) {
        for (const example of Object.values(member)) {
          if (typeof example !== "object" || example === null) continue;
          nodes.push(example);
          roles.push("example");
        }
      } else {
        nodes.push(member);
        roles.push(!isMap && MAP_KEYWORDS.includes(name) ? "map" : "other");
      }
    }
  }
  return true;
}
