import { isObject, type Json, type JsonObject, type OpenApiDocument } from "./document.js";
import { pointerTo } from "./pointer.js";

/** Fields of the standard whose value is data, in which names are not keywords. */
export const DATA: ReadonlySet<string> = new Set(["const", "default", "enum", "example", "examples"]);

/** Fields that are maps of schemas. */
export const SCHEMA_MAPS = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "schemas"];

/** Fields that are maps: the document chooses the names in them, so that `default` is not a keyword there. */
export const MAPS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  // Not a spread, which bundlers keep in clients that walk no document.
  /* @__PURE__ */ SCHEMA_MAPS.concat(
    ["responses", "parameters", "headers", "content", "requestBodies", "callbacks", "links", "paths"],
    ["mediaTypes", "additionalOperations", "webhooks", "securitySchemes"],
  ),
);

/** An object or a list of a document, on a walk through it. */
export interface Visited {
  node: JsonObject | Json[];
  /** Its name in the part around it, or its index; empty for the begin of the walk. */
  name: string;
  around: Visited | undefined;
  /** How many parts are around it. */
  depth: number;
  /** Whether the document chooses the names in it. */
  isMap: boolean;
  /** Whether it is data, or a part of data: names in it are not keywords. */
  isData: boolean;
}

/**
 * Visits the objects and lists of a document in its order, each before the parts in it. Data is left out, but not
 * extensions: references may lead to schemas in them.
 *
 * @param visit returns false to leave out the parts in a part. It may change the part that it is called with
 */
export function walk(root: unknown, visit: (part: Visited) => unknown): void {
  visitParts(root, visit, false);
}

/** Visits the objects and lists of a document as `walk` does, and those of its data. */
export function walkWithData(root: unknown, visit: (part: Visited) => unknown): void {
  visitParts(root, visit, true);
}

function visitParts(root: unknown, visit: (part: Visited) => unknown, withData: boolean): void {
  // A list of pending parts instead of recursion, so that a deep document cannot exhaust the stack.
  const pending: Visited[] = [];
  const add = (node: unknown, name: string, around: Visited | undefined): void => {
    if (!isNested(node)) return;
    const isNamed = around?.isMap === false;
    const isData = around !== undefined && (around.isData || (isNamed && DATA.has(name)));
    if (isData && !withData) return;
    const isMap = isNamed && MAPS.has(name) && !Array.isArray(node);
    pending.push({ node, name, around, depth: (around?.depth ?? -1) + 1, isMap, isData });
  };
  add(root, "", undefined);
  for (let part = pending.pop(); part; part = pending.pop()) {
    if (visit(part) === false) continue;
    const { node } = part;
    // From the end, because the last pending part is the next one.
    if (Array.isArray(node)) for (let at = node.length - 1; at >= 0; at -= 1) add(node[at], String(at), part);
    else for (const name of Object.keys(node).reverse()) add(node[name], name, part);
  }
}

/** The place of a part in the document that a walk began with. */
export function placeOf(part: Visited): string {
  const names: string[] = [];
  for (let here = part; here.around; here = here.around) names.push(here.name);
  return pointerTo("#", ...names.toReversed());
}

/** The objects and lists of a parsed file, each once. An alias in YAML is the same object as its part. */
export function nodesIn(content: unknown): Set<object> {
  const nodes = new Set<object>();
  walkWithData(content, ({ node }) => !nodes.has(node) && nodes.add(node));
  return nodes;
}

/** The place of each object and list of a document. One that stands in several places has the last of them. */
export function placesIn(document: OpenApiDocument): Map<unknown, string> {
  const places = new Map<unknown, string>();
  walkWithData(document, ({ node, name, around }) => {
    places.set(node, around ? pointerTo(places.get(around.node) ?? "#", name) : "#");
  });
  return places;
}

/**
 * A copy of a part of a document whose members are changed. Values and data stay.
 *
 * @param isMap whether the document chooses the names in it
 * @param change makes the copy of a member, or undefined to leave it out; `isInnerMap` is `isMap` of the member
 */
export function copyOf(
  node: Json,
  isMap: boolean,
  change: (member: Json, isInnerMap: boolean, name: string) => Json | undefined,
): Json {
  if (Array.isArray(node)) return node.map((item, index) => change(item, false, String(index)) ?? item);
  if (!isObject(node)) return node;
  const members = Object.entries(node).flatMap(([name, member]): [string, Json][] => {
    const isKeyword = !isMap;
    const copied = isKeyword && DATA.has(name) ? member : change(member, isKeyword && MAPS.has(name), name);
    return copied === undefined ? [] : [[name, copied]];
  });
  return Object.fromEntries(members);
}

/** An object with the same names, and each member changed. */
export function mapMembers(named: JsonObject, change: (member: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(named).map(([name, member]) => [name, change(member)]));
}

function isNested(value: unknown): value is Visited["node"] {
  return typeof value === "object" && value !== null;
}
