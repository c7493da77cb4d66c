import { isObject, type Json, type JsonObject, type OpenApiDocument } from "./document.js";
import { valueAt } from "./pointer.js";

/** What a reference leads to, and where that stands in the document. */
export interface Resolved {
  node: JsonObject;
  pointer: string;
}

/**
 * Follows `$ref` (Reference Object, OpenAPI 3.1, 4.8.23) to the object that is meant.
 *
 * @param node the object or the reference to it
 * @param pointer where `node` stands
 * @throws Error if a reference leads nowhere, in a circle, or out of the document
 */
export function resolveReference(document: OpenApiDocument, node: Json | undefined, pointer: string): Resolved {
  const seen = new Set<string>();
  let here: Resolved = { node: isObject(node) ? node : {}, pointer };
  while (typeof here.node.$ref === "string") {
    const reference = here.node.$ref;
    if (seen.has(reference)) throw new Error(`${reference} refers to itself. Let it refer to a component.`);
    if (!reference.startsWith("#")) {
      throw new Error(`${here.pointer} refers to ${reference}, which is another file. Bundle the document first.`);
    }
    seen.add(reference);
    const node = valueAt(document, reference);
    if (!isObject(node)) throw new Error(`${here.pointer} refers to ${reference}, where nothing stands.`);
    here = { node, pointer: reference };
  }
  return here;
}
