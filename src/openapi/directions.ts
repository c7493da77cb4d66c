import { asList, asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "./document.js";
import { freeName } from "./free-name.js";
import { pointerNames, pointerTo, valueAt } from "./pointer.js";

/** Whether a schema describes what a caller is shown, or what a caller sends. */
type Way = "read" | "written";

/** What is not there, by the way: `readOnly` says that a caller does not send it, `writeOnly` that it does not come back. */
const ABSENT = { read: "writeOnly", written: "readOnly" } as const;

const FLAGS = Object.values(ABSENT);

/** Members that hold data. */
const DATA = ["const", "default", "enum", "example", "examples"];

/** Members whose own members are named by the document, not by the standard. */
const NAMED = ["patternProperties", "dependentSchemas", "headers", "responses", "parameters", "content"];

const SCHEMAS = "#/components/schemas";

/**
 * A copy in which what is read and what is written have types of their own (`readOnly` and `writeOnly`; JSON Schema
 * Validation, 9.4; OpenAPI 3.1, 4.8.24): request bodies lack what only comes back, and answers what is only sent. A
 * component in which that makes a difference is there twice, as `Thing` and as `ThingWritable`.
 */
export function withDirections(document: OpenApiDocument): OpenApiDocument {
  const schemas = asObject(asObject(document.components).schemas);
  const writable = new Map<string, string>();
  for (const name of differing(document, schemas)) {
    writable.set(pointerTo(SCHEMAS, name), freeName(`${name}Writable`, schemas));
  }
  const copy = (node: Json, way: Way, absent: ReadonlySet<string> = new Set()): Json => {
    if (Array.isArray(node)) return node.map((each) => copy(each, way));
    if (!isObject(node)) return node;
    const gone = new Set([...absent, ...absentIn(document, node, way)]);
    const properties = Object.keys(asObject(node.properties));
    // An object of nothing would be the type of objects that may have nothing.
    const isEmptied = properties.length > 0 && properties.every((name) => gone.has(name));
    return Object.fromEntries(
      Object.entries(node).flatMap(([name, value]): [string, Json][] => {
        if (isEmptied && (name === "type" || name === "properties")) return [];
        if (DATA.includes(name)) return [[name, value]];
        if (name === "$ref" && typeof value === "string") return [[name, way === "written" ? written(value) : value]];
        if (name === "required" && Array.isArray(value))
          return [[name, value.filter((each) => !gone.has(String(each)))]];
        if (name === "properties" && isObject(value)) {
          const left = Object.entries(value).filter(([property]) => !gone.has(property));
          return [[name, Object.fromEntries(left.map(([property, schema]) => [property, copy(schema, way)]))]];
        }
        if (name === "allOf" && Array.isArray(value)) return [[name, value.map((each) => copy(each, way, gone))]];
        if (name === "mapping" && isObject(value) && way === "written") {
          return [[name, Object.fromEntries(Object.entries(value).map(([key, to]) => [key, written(String(to))]))]];
        }
        if (name === "requestBody" || name === "requestBodies") return [[name, copy(value, other(way))]];
        // There the API is the caller.
        if (name === "callbacks" || name === "webhooks") return [[name, copy(value, other(way))]];
        if (NAMED.includes(name) && isObject(value)) {
          return [[name, Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copy(each, way)]))]];
        }
        return [[name, copy(value, way)]];
      }),
    );
  };
  const written = (reference: string): string => {
    const name = writable.get(reference);
    return name === undefined ? reference : pointerTo(SCHEMAS, name);
  };

  const copied = asObject(copy(document, "read"));
  const both = Object.entries(schemas).flatMap(([name, schema]): [string, Json][] => {
    const second = writable.get(pointerTo(SCHEMAS, name));
    const first: [string, Json] = [name, copy(schema, "read")];
    return second === undefined ? [first] : [first, [second, copy(schema, "written")]];
  });
  return { ...copied, components: { ...asObject(copied.components), schemas: Object.fromEntries(both) } };
}

const other = (way: Way): Way => (way === "read" ? "written" : "read");

/** The properties of a schema, and of the parts that it is made of, that are not there. */
function absentIn(document: OpenApiDocument, schema: JsonObject, way: Way, seen: readonly Json[] = []): string[] {
  if (seen.includes(schema)) return [];
  const own = Object.entries(asObject(schema.properties)).filter(([, property]) =>
    isFlagged(document, property, ABSENT[way]),
  );
  const parts = asList(schema.allOf).map((part) => resolved(document, part));
  return [...own.map(([name]) => name), ...parts.flatMap((part) => absentIn(document, part, way, [...seen, schema]))];
}

/** A property may say it itself, beside a reference, or where the reference leads to. */
function isFlagged(document: OpenApiDocument, property: Json, flag: string): boolean {
  return asObject(property)[flag] === true || resolved(document, property)[flag] === true;
}

/** The schemas in which it makes a difference: those with such a property, and those that are made of these. */
function differing(document: OpenApiDocument, schemas: JsonObject): Set<string> {
  const found = new Set<string>();
  const uses = new Map<string, Set<string>>();
  for (const [name, schema] of Object.entries(schemas)) {
    const used = new Set<string>();
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
 * Whether a schema has such a property itself.
 *
 * @param used gets the names of the components that it refers to
 */
function look(document: OpenApiDocument, node: Json, used: Set<string>): boolean {
  if (Array.isArray(node)) return node.map((each) => look(document, each, used)).includes(true);
  if (!isObject(node)) return false;
  if (typeof node.$ref === "string") {
    const [components, kind, name] = pointerNames(node.$ref);
    if (components === "components" && kind === "schemas" && name !== undefined) used.add(name);
  }
  const properties = Object.values(asObject(node.properties));
  const flagged = properties.some((property) => FLAGS.some((flag) => isFlagged(document, property, flag)));
  const parts = Object.entries(node).map(([name, value]) => !DATA.includes(name) && look(document, value, used));
  return flagged || parts.includes(true);
}

/** What a reference leads to, in one step or several; the schema itself if it is none. */
function resolved(document: OpenApiDocument, schema: Json): JsonObject {
  let here = asObject(schema);
  for (let steps = 0; steps < 20 && typeof here.$ref === "string"; steps += 1)
    here = asObject(valueAt(document, here.$ref));
  return here;
}
