import { asList, asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "./document.js";
import { DATA_KEYWORDS, MAP_KEYWORDS, mapMembers } from "./keywords.js";
import { pointerNames, pointerTo, valueAt } from "./pointer.js";
import { unusedName } from "./unused-name.js";

/** Whether a schema describes what a caller is shown, or what a caller sends. */
export type Direction = "read" | "written";

/** What is not there, by the way: `readOnly` says that a caller does not send it, `writeOnly` that it does not come back. */
const ABSENT = { read: "writeOnly", written: "readOnly" } as const;

const FLAGS = Object.values(ABSENT);

const SCHEMAS = "#/components/schemas";

/**
 * A copy in which what is read and what is written have types of their own (`readOnly` and `writeOnly`; JSON Schema
 * Validation, 9.4; OpenAPI 3.1, 4.8.24): request bodies lack what only comes back, and answers what is only sent. A
 * component in which that makes a difference is there twice, as `Thing` and as `ThingWritable`.
 */
export function splitReadWrite(document: OpenApiDocument): OpenApiDocument {
  if (!look(document, document, new Set())) return document;
  const schemas = asObject(asObject(document.components).schemas);
  const children = childrenOf(schemas);
  /** Where what is read stands, and where the same stands as it is written. */
  const writable = new Map<string, string>();
  for (const name of differing(document, schemas, children)) {
    writable.set(pointerTo(SCHEMAS, name), pointerTo(SCHEMAS, unusedName(`${name}Writable`, schemas)));
  }
  const under = (reference: string, way: Direction): string =>
    way === "written" ? (writable.get(reference) ?? reference) : reference;
  /** References that are being replaced by what they lead to. */
  const inlined = new Set<string>();
  const copy = (node: Json, way: Direction, absent: ReadonlySet<string> = new Set()): Json => {
    if (Array.isArray(node)) return node.map((each) => copy(each, way));
    if (!isObject(node)) return node;
    const { $ref: reference, ...beside } = node;
    if (typeof reference === "string" && isInside(reference) && !inlined.has(reference)) {
      inlined.add(reference);
      const whole = { ...asObject(copy(resolved(document, node), way)), ...asObject(copy(beside, way)) };
      inlined.delete(reference);
      return whole;
    }
    const gone = new Set([...absent, ...absentProperties(document, node, way)]);
    const properties = Object.keys(asObject(node.properties));
    // An object of nothing would be the type of objects that may have nothing.
    const isEmptied = properties.length > 0 && properties.every((name) => gone.has(name));
    return Object.fromEntries(
      Object.entries(node).flatMap(([name, value]): [string, Json][] => {
        if (isEmptied && (name === "type" || name === "properties")) return [];
        if (DATA_KEYWORDS.includes(name)) return [[name, value]];
        if (name === "$ref" && typeof value === "string") return [[name, under(value, way)]];
        if (name === "required" && Array.isArray(value)) {
          return [[name, value.filter((each) => !gone.has(String(each)))]];
        }
        if (name === "properties" && isObject(value)) {
          const left = Object.entries(value).filter(([property]) => !gone.has(property));
          return [[name, mapMembers(Object.fromEntries(left), (schema) => copy(schema, way))]];
        }
        if (name === "allOf" && Array.isArray(value)) return [[name, value.map((each) => copy(each, way, gone))]];
        if (name === "discriminator" && isObject(value)) {
          const mapping = mapMembers(mappingOf(node, children.get(node) ?? []), (to) => under(String(to), way));
          return [[name, { ...value, mapping }]];
        }
        const inner = OTHER_WAY.includes(name) ? other(way) : way;
        if (MAP_KEYWORDS.includes(name) && isObject(value))
          return [[name, mapMembers(value, (each) => copy(each, inner))]];
        return [[name, copy(value, inner)]];
      }),
    );
  };
  /** Whether a reference leads into a component that is there twice: what it leads to may be in one of the two only. */
  const isInside = (reference: string): boolean => {
    const names = pointerNames(reference);
    return names.length > 3 && writable.has(pointerTo("#", ...names.slice(0, 3)));
  };

  const copied = asObject(copy(document, "read"));
  const both = Object.entries(schemas).flatMap(([name, schema]): [string, Json][] => {
    const second = writable.get(pointerTo(SCHEMAS, name));
    const first: [string, Json] = [name, copy(schema, "read")];
    return second === undefined ? [first] : [first, [pointerNames(second).at(-1) ?? "", copy(schema, "written")]];
  });
  if (both.length === 0) return copied;
  return { ...copied, components: { ...asObject(copied.components), schemas: Object.fromEntries(both) } };
}

/** What callers write; or, below callbacks and webhooks, where the API is the caller, what they read. */
const OTHER_WAY = ["requestBody", "requestBodies", "parameters", "callbacks", "webhooks"];

const other = (way: Direction): Direction => (way === "read" ? "written" : "read");

/** The properties of a schema, and of the parts that it is made of (`allOf`), that are not there. */
export function absentProperties(
  document: OpenApiDocument,
  schema: JsonObject,
  way: Direction,
  seen: readonly Json[] = [],
): string[] {
  if (seen.includes(schema)) return [];
  const own = Object.entries(asObject(schema.properties)).filter(([, property]) =>
    isFlagged(document, property, ABSENT[way]),
  );
  const parts = asList(schema.allOf).map((part) => resolved(document, part));
  return [
    ...own.map(([name]) => name),
    ...parts.flatMap((part) => absentProperties(document, part, way, [...seen, schema])),
  ];
}

/** A property may say it itself, beside a reference, or where the reference leads to. */
function isFlagged(document: OpenApiDocument, property: Json, flag: string): boolean {
  return asObject(property)[flag] === true || resolved(document, property)[flag] === true;
}

/** By a schema with a discriminator: the components that are made of it by `allOf`, and so are told apart by it. */
function childrenOf(schemas: JsonObject): Map<Json, string[]> {
  const children = new Map<Json, string[]>();
  for (const [name, schema] of Object.entries(schemas)) {
    for (const part of asList(asObject(schema).allOf)) {
      const [, , base = ""] = pointerNames(String(asObject(part).$ref ?? "#"));
      const parent = schemas[base];
      if (isObject(parent) && parent.discriminator) children.set(parent, [...(children.get(parent) ?? []), name]);
    }
  }
  return children;
}

/**
 * The values of a discriminator and what they stand for, those that are the names of components too: a copy of another name
 * would change them (Discriminator Object, OpenAPI 3.1, 4.8.25).
 */
function mappingOf(schema: JsonObject, children: readonly string[]): JsonObject {
  const given = asObject(asObject(schema.discriminator).mapping);
  const choices = [...asList(schema.oneOf), ...asList(schema.anyOf)].map((each) => String(asObject(each).$ref ?? ""));
  const all = [...choices.filter(Boolean), ...children.map((name) => pointerTo(SCHEMAS, name))];
  const known = Object.values(given).map(String);
  const implied = all.filter((each) => !known.includes(each)).map((each) => [pointerNames(each).at(-1) ?? "", each]);
  return { ...Object.fromEntries(implied), ...given };
}

/** The schemas in which it makes a difference: those with such a property, and those that are made of these. */
function differing(document: OpenApiDocument, schemas: JsonObject, children: Map<Json, string[]>): Set<string> {
  const found = new Set<string>();
  const uses = new Map<string, Set<string>>();
  for (const [name, schema] of Object.entries(schemas)) {
    const used = new Set(children.get(schema));
    if (look(document, schema, used)) found.add(name);
    uses.set(name, used);
  }
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const [name, used] of uses) if ([...used].some((each) => found.has(each))) found.add(name);
  }
  return found;
}

/**
 * Whether a part of a document has such a property itself.
 *
 * @param used gets the names of the components that it refers to
 */
function look(document: OpenApiDocument, node: Json, used: Set<string>): boolean {
  if (Array.isArray(node)) return node.map((each) => look(document, each, used)).includes(true);
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
  return parts.map((part) => look(document, part, used)).includes(true) || flagged;
}

/** What a reference leads to, in one step or several; nothing where it leads nowhere, which others tell. */
function resolved(document: OpenApiDocument, schema: Json): JsonObject {
  let here = asObject(schema);
  for (let steps = 0; steps < 20 && typeof here.$ref === "string"; steps += 1)
    here = asObject(valueAt(document, here.$ref));
  return here;
}
