import { isObject, type OpenApiDocument } from "../document/document.js";
import { pointerNames, pointerTo, valueAt } from "../document/pointer.js";

/**
 * The place of the schema that a schema consists of: the end of its references. Each step has nothing beside `$ref` that
 * validates. A schema that is one of the same place has the same errors.
 *
 * @param isRule whether a keyword validates
 * @returns without percent-encoding
 */
export function referredPlace(
  document: OpenApiDocument,
  pointer: string,
  isRule: (keyword: string) => boolean,
): string {
  const seen = new Set<string>();
  let here = plain(pointer);
  while (!seen.has(here)) {
    seen.add(here);
    const schema = valueAt(document, here);
    if (!isObject(schema) || typeof schema.$ref !== "string" || !schema.$ref.startsWith("#/")) return here;
    if (Object.keys(schema).some((keyword) => keyword !== "$ref" && isRule(keyword))) return here;
    if (valueAt(document, schema.$ref) === undefined || hasOwnBase(document, here)) return here;
    here = plain(schema.$ref);
  }
  return here;
}

function plain(pointer: string): string {
  return pointerTo("#", ...pointerNames(pointer));
}

/** Whether references at a place are relative to the `$id` of a schema (JSON Schema Core, 8.2.1). */
function hasOwnBase(document: OpenApiDocument, pointer: string): boolean {
  let node: unknown = document;
  for (const name of pointerNames(pointer)) {
    if (typeof node !== "object" || node === null) return false;
    node = Reflect.get(node, name);
    if (isObject(node) && typeof node.$id === "string") return true;
  }
  return false;
}
