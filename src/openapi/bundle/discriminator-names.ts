import { isObject, type Json } from "../document/document.js";
import { pointerTo } from "../document/pointer.js";
import { walkWithData } from "../document/walk.js";

/** A component's name (Components Object, OpenAPI 3.1, 4.8.7). A value with another character is a reference. */
const NAME = /^[\w.-]+$/;
const FILE = /\.(json|ya?ml)$/i;

/**
 * Replaces the names of schemas in the `mapping` of discriminators by references, in place. A mapping may have either
 * (Discriminator Object, OpenAPI 3.1, 4.8.25). Every reader of a bundled document understands references.
 *
 * @param content a parsed file
 * @param root the location of the document, which has the components; empty if the file is the document
 */
export function nameMappedSchemas(content: unknown, root: string): void {
  const seen = new Set<unknown>();
  walkWithData(content, ({ node, isData, around }) => {
    // An alias of YAML may contain itself. A file may be a part of a map, such as one with a response `default`.
    if (seen.has(node) || (isData && !around?.isData && Array.isArray(node))) return false;
    seen.add(node);
    if (isObject(node) && isObject(node.discriminator)) replaceNames(node.discriminator.mapping, root);
    return true;
  });
}

function replaceNames(mapping: Json | undefined, root: string): void {
  if (!isObject(mapping)) return;
  for (const [value, target] of Object.entries(mapping)) {
    if (typeof target !== "string" || !NAME.test(target) || FILE.test(target)) continue;
    mapping[value] = root + pointerTo("#/components/schemas", target);
  }
}
