import { asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { pointerNames } from "../document/pointer.js";
import { walk } from "../document/walk.js";
import { FLAGS, isFlagged } from "./absent-properties.js";

/** The components that differ by direction: those with a flagged property, and those that refer to such a component. */
export function differing(document: OpenApiDocument, schemas: JsonObject, children: Map<Json, string[]>): Set<string> {
  const names = new Set<string>();
  const references = new Map<string, Set<string>>();
  for (const [name, schema] of Object.entries(schemas)) {
    const used = new Set(children.get(schema));
    if (hasFlag(document, schema, used)) names.add(name);
    references.set(name, used);
  }
  for (let before = -1; before < names.size; ) {
    before = names.size;
    for (const [name, used] of references) if ([...used].some((reference) => names.has(reference))) names.add(name);
  }
  return names;
}

/**
 * True if a part of a document has a `readOnly` or `writeOnly` property, not counting the targets of its references.
 *
 * @param used receives the names of the components that the part refers to
 */
export function hasFlag(document: OpenApiDocument, node: Json, used: Set<string>): boolean {
  let isFound = false;
  walk(node, ({ node: part, isMap }) => {
    if (!isObject(part) || isMap) return;
    const { $ref: reference, properties, discriminator } = part;
    if (typeof reference === "string") addComponent(reference, used);
    for (const to of Object.values(asObject(asObject(discriminator).mapping))) addComponent(String(to), used);
    isFound ||= isObject(properties) && Object.values(properties).some((member) => hasDirection(document, member));
  });
  return isFound;
}

function hasDirection(document: OpenApiDocument, property: Json): boolean {
  return FLAGS.some((flag) => isFlagged(document, property, flag));
}

/** Adds the name of the component of a reference. */
function addComponent(reference: string, names: Set<string>): void {
  if (!reference.startsWith("#")) return;
  const [components, kind, name] = pointerNames(reference);
  if (components === "components" && kind === "schemas" && name !== undefined) names.add(name);
}
