import { asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { DATA_KEYWORDS, MAP_KEYWORDS, mapMembers } from "#openapi/document/keywords.js";
import { pascalCase } from "#openapi/document/letter-case.js";
import { pointerNames, pointerTo } from "#openapi/document/pointer.js";
import { unusedName } from "#openapi/load/unused-name.js";

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

  const find = (node: Json, pointer: string, owner: string): void => {
    if (Array.isArray(node)) for (const [at, item] of node.entries()) find(item, pointerTo(pointer, at), owner);
    if (!isObject(node)) return;
    for (const [name, value] of Object.entries(node)) {
      const place = pointerTo(pointer, name);
      if (DATA_KEYWORDS.includes(name)) continue;
      if (!MAP_KEYWORDS.includes(name) || !isObject(value)) find(value, place, owner);
      else for (const [key, member] of Object.entries(value)) findNamed(place, key, member, owner);
    }
  };
  const findNamed = (map: string, name: string, member: Json, owner: string): void => {
    const place = pointerTo(map, name);
    if (!map.endsWith("/$defs")) {
      find(member, place, map === SCHEMAS ? name : owner);
      return;
    }
    const component = unusedName(owner + pascalCase(name), { ...schemas, ...components });
    moved.set(place, component);
    components[component] = member;
    find(member, place, component);
  };
  find(document, "#", "");
  return { moved, components };
}

function copy(node: Json, moved: Definitions["moved"]): Json {
  if (Array.isArray(node)) return node.map((item) => copy(item, moved));
  if (!isObject(node)) return node;
  const fields = Object.entries(node).filter(([name, value]) => !(name === "$defs" && isObject(value)));
  return Object.fromEntries(fields.map(([name, value]) => [name, copyField(name, value, moved)]));
}

function copyField(name: string, value: Json, moved: Definitions["moved"]): Json {
  if (DATA_KEYWORDS.includes(name)) return value;
  if (name === "$ref" && typeof value === "string") return newReference(value, moved);
  if (!isObject(value)) return copy(value, moved);
  if (name === "mapping") return mapMembers(value, (reference) => newReference(String(reference), moved));
  return MAP_KEYWORDS.includes(name) ? mapMembers(value, (member) => copy(member, moved)) : copy(value, moved);
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
