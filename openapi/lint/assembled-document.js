import { basename, extname } from "node:path";
import { resolveIdentifiers } from "./shared.js";

/**
 * @typedef {import("@redocly/openapi-core/lib/ref-utils.js").Location} Location
 * @typedef {import("@redocly/openapi-core/lib/walk.js").UserContext} UserContext
 */

/** The names of the groups of components by the types of Redocly (Components Object, OpenAPI 3.1, 4.8.7). */
const GROUPS = new Map([
  ["Schema", "schemas"],
  ["Response", "responses"],
  ["Parameter", "parameters"],
  ["Example", "examples"],
  ["RequestBody", "requestBodies"],
  ["Header", "headers"],
  ["SecurityScheme", "securitySchemes"],
  ["Link", "links"],
]);

/**
 * Assembles the files of a document, so that a rule can follow pointers in the whole. As in the bundled document, a
 * component in a file of its own has the file's name; other references are replaced by their content.
 *
 * @param {any} root
 * @param {Location} location of the root
 * @param {UserContext["resolve"]} resolve
 * @param {Map<unknown, string>} types the type of each reference that Redocly visited
 * @returns {{ document: any, locationOf: (pointer: string) => Location }}
 */
export function assembledDocument(root, location, resolve, types) {
  /** @type {Map<string, Location>} */
  const locations = new Map([["#", location]]);
  /** @type {Record<string, Record<string, any>>} */
  const components = {};

  /** @param {any} node @param {Location} at @param {string} pointer @param {readonly unknown[]} open @returns {any} */
  const copy = (node, at, pointer, open) => {
    if (typeof node !== "object" || node === null || open.includes(node)) return node;
    if (Array.isArray(node)) {
      return node.map((each, index) => copy(each, at.child(index), `${pointer}/${index}`, [...open, node]));
    }
    const isReference = typeof node.$ref === "string";
    const target = isReference ? resolve(node, at.source.absoluteRef) : undefined;
    const group = GROUPS.get(types.get(node) ?? "");
    if (target?.location && !group) {
      locations.set(pointer, target.location);
      return copy(target.node, target.location, pointer, [...open, node]);
    }
    const members = Object.entries(node).map(([name, member]) => [
      name,
      copy(member, at.child(name), `${pointer}/${escaped(name)}`, [...open, node]),
    ]);
    const copied = Object.fromEntries(members);
    if (target?.location && group) copied.$ref = placeOf(target.node, target.location, group);
    return copied;
  };

  /** @param {any} node @param {Location} at @param {string} group @returns {string} the place of a component */
  const placeOf = (node, at, group) => {
    const { absoluteRef } = at.source;
    if (absoluteRef === location.source.absoluteRef) return at.pointer;
    const name =
      at.pointer === "#/" ? basename(absoluteRef, extname(absoluteRef)) : String(at.pointer.split("/").at(-1));
    const place = `#/components/${group}/${escaped(name)}`;
    const known = components[group] ?? {};
    components[group] = known;
    if (!Object.hasOwn(known, name)) {
      known[name] = {};
      locations.set(place, at);
      known[name] = copy(node, at, place, []);
    }
    return place;
  };

  const document = copy(root, location, "#", []);
  const own = document.components ?? {};
  for (const [group, named] of Object.entries(components)) own[group] = { ...named, ...own[group] };
  const assembled = { ...document, components: own };
  resolveIdentifiers(assembled, location.source.body);
  return { document: assembled, locationOf: (pointer) => locationIn(locations, pointer) };
}

/**
 * The location of a place in its file: that of the nearest place around it that a file begins with.
 *
 * @param {Map<string, Location>} locations
 * @param {string} pointer
 * @returns {Location}
 */
function locationIn(locations, pointer) {
  const around = [...locations].filter(([place]) => pointer === place || pointer.startsWith(`${place}/`));
  const [place, location] = around.toSorted(([a], [b]) => b.length - a.length)[0] ?? [];
  if (place === undefined || !location) throw new Error(`${pointer} is not a place of the document.`);
  const names = pointer
    .slice(place.length + 1)
    .split("/")
    .filter(Boolean);
  return location.child(names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~")));
}

/** @param {string} name */
function escaped(name) {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
