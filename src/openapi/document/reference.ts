import { UserError } from "#cli/user-error.js";
import { isObject, type Json, type JsonObject, type OpenApiDocument } from "./document.js";
import { valueAt } from "./pointer.js";
import { writtenPlace } from "./written-place.js";

/** The object that a reference leads to, and its place in the document. */
export interface Resolved {
  node: JsonObject;
  pointer: string;
}

/**
 * Follows `$ref` (Reference Object, OpenAPI 3.1, 4.8.23), in several steps if necessary.
 *
 * @param node the object, or a reference to it
 * @param pointer the place of `node`
 * @throws UserError if a reference leads nowhere, in a circle, or out of the document
 */
export function resolveReference(document: OpenApiDocument, node: Json | undefined, pointer: string): Resolved {
  const seen = new Set<string>();
  const shown = (place: string) => writtenPlace(document, place);
  let here: Resolved = { node: isObject(node) ? node : {}, pointer };
  while (typeof here.node.$ref === "string") {
    const reference = here.node.$ref;
    if (seen.has(reference)) throw new UserError(`${reference} refers to itself. Let it refer to a component.`);
    if (!reference.startsWith("#")) {
      throw new UserError(
        `${shown(here.pointer)} refers to ${reference}, which is another file. Bundle the document first.`,
      );
    }
    seen.add(reference);
    const target = valueAt(document, reference);
    if (!isObject(target)) throw new UserError(`${shown(here.pointer)} refers to ${reference}, which does not exist.`);
    here = { node: target, pointer: reference };
  }
  return here;
}
