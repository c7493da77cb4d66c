import { asObject, isObject, type Json, type OpenApiDocument } from "../../src/openapi/document.js";
import { DATA_KEYWORDS, MAP_KEYWORDS, mapMembers } from "../../src/openapi/keywords.js";
import { pointerNames, pointerTo } from "../../src/openapi/pointer.js";
import { unusedName } from "../../src/openapi/unused-name.js";
import { pascalCase } from "./names.js";

const SCHEMAS = "#/components/schemas";

/**
 * A copy in which what schemas define for themselves (`$defs`; JSON Schema, 8.2.4) are components, named after both:
 * types know no other place for it.
 */
export function withoutDefinitions(document: OpenApiDocument): OpenApiDocument {
  const schemas = asObject(asObject(document.components).schemas);
  const moved = new Map<string, string>();
  const components: Record<string, Json> = {};

  const find = (node: Json, pointer: string, owner: string): void => {
    if (Array.isArray(node)) for (const [at, each] of node.entries()) find(each, pointerTo(pointer, at), owner);
    if (!isObject(node)) return;
    for (const [name, value] of Object.entries(node)) {
      const place = pointerTo(pointer, name);
      if (DATA_KEYWORDS.includes(name)) continue;
      if (!MAP_KEYWORDS.includes(name) || !isObject(value)) find(value, place, owner);
      else for (const [key, member] of Object.entries(value)) findNamed(place, key, member, owner);
    }
  };
  const findNamed = (among: string, name: string, member: Json, owner: string): void => {
    const place = pointerTo(among, name);
    if (!among.endsWith("/$defs")) {
      find(member, place, among === SCHEMAS ? name : owner);
      return;
    }
    const component = unusedName(owner + pascalCase(name), { ...schemas, ...components });
    moved.set(place, component);
    components[component] = member;
    find(member, place, component);
  };
  find(document, "#", "");
  if (moved.size === 0) return document;

  const elsewhere = (reference: string): string => {
    const names = pointerNames(reference);
    // The innermost first: one definition may stand in another.
    for (let length = names.length; length > 0; length -= 1) {
      const component = moved.get(pointerTo("#", ...names.slice(0, length)));
      if (component !== undefined) return pointerTo(SCHEMAS, component, ...names.slice(length));
    }
    return reference;
  };
  const copy = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(copy);
    if (!isObject(node)) return node;
    return Object.fromEntries(
      Object.entries(node).flatMap(([name, value]): [string, Json][] => {
        if (DATA_KEYWORDS.includes(name)) return [[name, value]];
        if (name === "$defs" && isObject(value)) return [];
        if (name === "$ref" && typeof value === "string") return [[name, elsewhere(value)]];
        if (name === "mapping" && isObject(value)) return [[name, mapMembers(value, (to) => elsewhere(String(to)))]];
        return [[name, MAP_KEYWORDS.includes(name) && isObject(value) ? mapMembers(value, copy) : copy(value)]];
      }),
    );
  };
  const copied = asObject(copy(document));
  const all = { ...asObject(asObject(copied.components).schemas), ...mapMembers(components, copy) };
  return { ...copied, components: { ...asObject(copied.components), schemas: all } };
}
