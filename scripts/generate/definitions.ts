import { asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "../../src/openapi/document.js";
import { freeName } from "../../src/openapi/free-name.js";
import { pointerNames, pointerTo } from "../../src/openapi/pointer.js";
import { pascalCase } from "./names.js";

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
    for (const [name, definition] of Object.entries(asObject(node.$defs))) {
      const component = freeName(owner + pascalCase(name), { ...schemas, ...components });
      const place = pointerTo(pointer, "$defs", name);
      moved.set(place, component);
      components[component] = definition;
      find(definition, place, component);
    }
    for (const [name, value] of Object.entries(node))
      if (name !== "$defs") find(value, pointerTo(pointer, name), owner);
  };
  for (const [name, schema] of Object.entries(schemas)) find(schema, pointerTo("#/components/schemas", name), name);
  const { schemas: _, ...otherComponents } = asObject(document.components);
  for (const [name, part] of Object.entries({ ...document, components: otherComponents })) {
    find(part, pointerTo("#", name), "");
  }
  if (moved.size === 0) return document;

  const copy = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(copy);
    if (!isObject(node)) return node;
    return Object.fromEntries(
      Object.entries(node)
        .filter(([name, value]) => !(name === "$defs" && isObject(value)))
        .map(([name, value]) => [name, name === "$ref" && typeof value === "string" ? elsewhere(value) : copy(value)]),
    );
  };
  const elsewhere = (reference: string): string => {
    const names = pointerNames(reference);
    // The innermost first: one definition may stand in another.
    for (let length = names.length; length > 0; length -= 1) {
      const component = moved.get(pointerTo("#", ...names.slice(0, length)));
      if (component !== undefined) return pointerTo("#/components/schemas", component, ...names.slice(length));
    }
    return reference;
  };
  const copied = asObject(copy(document));
  const added = Object.entries(components).map(([name, schema]): [string, Json] => [name, copy(schema)]);
  const all: JsonObject = { ...asObject(asObject(copied.components).schemas), ...Object.fromEntries(added) };
  return { ...copied, components: { ...asObject(copied.components), schemas: all } };
}
