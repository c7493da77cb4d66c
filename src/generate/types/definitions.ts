import { asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pascalCase } from "#openapi/document/letter-case.js";
import { pointerNames, pointerTo } from "#openapi/document/pointer.js";
import { unusedName } from "#openapi/document/unused-name.js";
import { copyOf, mapMembers, placeOf, walk } from "#openapi/document/walk.js";

const SCHEMAS = "#/components/schemas";

/** The definitions of a document: their new component names by pointer, and the components themselves by name. */
interface Definitions {
  moved: Map<string, string>;
  components: JsonObject;
}

/**
 * A copy of the document without `$defs` (JSON Schema 2020-12, section 8.2.4): each definition becomes a component, named
 * after its schema and itself. openapi-typescript has no types for definitions.
 */
export function withoutDefinitions(document: OpenApiDocument): OpenApiDocument {
  const { moved, components } = definitionsOf(document);
  if (moved.size === 0) return document;
  const copied = asObject(copy(document, moved));
  const copiedComponents = asObject(copied.components);
  const added = mapMembers(components, (component) => copy(component, moved));
  return {
    ...copied,
    components: { ...copiedComponents, schemas: { ...asObject(copiedComponents.schemas), ...added } },
  };
}

function definitionsOf(document: OpenApiDocument): Definitions {
  const schemas = asObject(asObject(document.components).schemas);
  const moved = new Map<string, string>();
  const components: JsonObject = {};

  walk(document, (part) => {
    const { node, name, isMap } = part;
    if (!isMap || name !== "$defs") return;
    const place = placeOf(part);
    // A definition may be inside another one.
    const [kind, of, schema = ""] = pointerNames(newReference(place, moved));
    const owner = kind === "components" && of === "schemas" ? schema : "";
    for (const [key, member] of Object.entries(node)) {
      const component = unusedName(owner + pascalCase(key), { ...schemas, ...components });
      moved.set(pointerTo(place, key), component);
      components[component] = member;
    }
  });
  return { moved, components };
}

function copy(node: Json, moved: Definitions["moved"], isMap = false): Json {
  return copyOf(node, isMap, (member, isInnerMap, name) => {
    if (isMap) return copy(member, moved);
    if (name === "$defs" && isObject(member)) return undefined;
    if (name === "$ref" && typeof member === "string") return newReference(member, moved);
    if (name === "mapping" && isObject(member)) return mapMembers(member, (to) => newReference(String(to), moved));
    return copy(member, moved, isInnerMap);
  });
}

function newReference(reference: string, moved: Definitions["moved"]): string {
  const names = pointerNames(reference);
  // The innermost definition comes first, because a definition may be inside another.
  for (let length = names.length; length > 0; length -= 1) {
    const component = moved.get(pointerTo("#", ...names.slice(0, length)));
    if (component !== undefined) return pointerTo(SCHEMAS, component, ...names.slice(length));
  }
  return reference;
}
