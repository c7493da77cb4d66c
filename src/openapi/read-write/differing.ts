import { asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { DATA_KEYWORDS, MAP_KEYWORDS } from "../document/keywords.js";
import { pointerNames } from "../document/pointer.js";
import { FLAGS, isFlagged } from "./absent-properties.js";

/** The components that differ by direction: those with a flagged property, and those that refer to such a component. */
export function differing(document: OpenApiDocument, schemas: JsonObject, children: Map<Json, string[]>): Set<string> {
  const found = new Set<string>();
  const references = new Map<string, Set<string>>();
  for (const [name, schema] of Object.entries(schemas)) {
    const used = new Set(children.get(schema));
    if (hasFlag(document, schema, used)) found.add(name);
    references.set(name, used);
  }
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const [name, used] of references) if ([...used].some((reference) => found.has(reference))) found.add(name);
  }
  return found;
}

/**
 * True if a part of a document has a `readOnly` or `writeOnly` property, not counting the targets of its references.
 *
 * @param used receives the names of the components that the part refers to
 */
export function hasFlag(document: OpenApiDocument, node: Json, used: Set<string>): boolean {
  if (Array.isArray(node)) return node.map((item) => hasFlag(document, item, used)).includes(true);
  if (!isObject(node)) return false;
  const references = [node.$ref, ...Object.values(asObject(asObject(node.discriminator).mapping))];
  for (const reference of references) {
    if (typeof reference !== "string" || !reference.startsWith("#")) continue;
    const [components, kind, name] = pointerNames(reference);
    if (components === "components" && kind === "schemas" && name !== undefined) used.add(name);
  }
  const properties = Object.values(asObject(node.properties));
  const flagged = properties.some((property) => FLAGS.some((flag) => isFlagged(document, property, flag)));
  const parts = Object.entries(node).flatMap(([name, value]) => {
    if (DATA_KEYWORDS.includes(name)) return [];
    return MAP_KEYWORDS.includes(name) && isObject(value) ? Object.values(value) : [value];
  });
  return parts.map((part) => hasFlag(document, part, used)).includes(true) || flagged;
}
