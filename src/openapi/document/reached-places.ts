import { isObject, type Json, type JsonObject, type OpenApiDocument } from "./document.js";
import { valueAt } from "./pointer.js";

/**
 * Places of a bundled document, and those that references in them lead to.
 *
 * @param visit is called with each object there
 */
export function reachedPlaces(
  document: OpenApiDocument,
  pointers: readonly string[],
  visit: (node: JsonObject) => void = () => {},
): Set<string> {
  const places = new Set(pointers);
  // A list of pending nodes instead of recursion, so that a long chain of references cannot exhaust the stack.
  const pending: (Json | undefined)[] = [...places].map((pointer) => valueAt(document, pointer));
  while (pending.length > 0) {
    const node = pending.pop();
    if (typeof node !== "object" || node === null) continue;
    for (const member of Object.values(node)) pending.push(member);
    if (!isObject(node)) continue;
    visit(node);
    if (typeof node.$ref !== "string" || places.has(node.$ref)) continue;
    places.add(node.$ref);
    pending.push(valueAt(document, node.$ref));
  }
  return places;
}
