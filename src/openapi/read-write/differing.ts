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
  let isFound = false;
  const visit = (part: Json[] | JsonObject): void => {
    if (Array.isArray(part)) {
      for (const item of part) if (typeof item === "object" && item !== null) visit(item);
      return;
    }
    // Names are compared as they come, because a large document has very many objects, and few of them have such a name.
    for (const name in part) {
      const member = part[name] ?? null;
      if (name === "$ref" && typeof member === "string") addComponent(member, used);
      if (typeof member !== "object" || member === null || DATA_KEYWORDS.includes(name)) continue;
      if (name === "discriminator" && isObject(member)) {
        for (const to of Object.values(asObject(member.mapping))) addComponent(String(to), used);
      }
      if (name === "properties" && isObject(member)) {
        isFound ||= Object.values(member).some((property) => hasDirection(document, property));
      }
      if (MAP_KEYWORDS.includes(name) && isObject(member)) {
        for (const inner of Object.values(member)) if (typeof inner === "object" && inner !== null) visit(inner);
      } else visit(member);
    }
  };
  if (typeof node === "object" && node !== null) visit(node);
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
