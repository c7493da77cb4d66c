import { asList, asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { ABSENT, type Direction, isFlagged, resolved } from "./absent-properties.js";

/** A schema that applies to the same value as another one, and whether it is one of several alternatives. */
interface Part {
  schema: JsonObject;
  isAlternative: boolean;
}

type Absent = Map<unknown, Set<string>>;

/** The results of each document: several validators need them. */
const found = new WeakMap<OpenApiDocument, Readonly<Record<Direction, Absent>>>();

/**
 * The properties that data may lack in a direction, although a schema requires them (`writeOnly` ones of responses,
 * `readOnly` ones of requests): by the schema. A property may be flagged in another schema for the same value, above or
 * below the one that requires it, but not in its alternative.
 */
export function absentBySchema(document: OpenApiDocument, direction: Direction): Absent {
  const absent = found.get(document) ?? findAbsent(document);
  found.set(document, absent);
  return absent[direction];
}

function findAbsent(document: OpenApiDocument): Record<Direction, Absent> {
  const parts = new Map<JsonObject, Part[]>();
  const wholes = new Map<JsonObject, Part[]>();
  const withProperties: JsonObject[] = [];
  walk(document, (schema) => {
    if (schema.properties !== undefined) withProperties.push(schema);
    // Nearly all objects of a document have none.
    if (!PART_KEYWORDS.some((keyword) => schema[keyword] !== undefined)) return;
    const own = partsOf(document, schema);
    parts.set(schema, own);
    for (const { schema: part, isAlternative } of own) {
      wholes.set(part, [...(wholes.get(part) ?? []), { schema, isAlternative }]);
    }
  });
  const absentIn = (direction: Direction): Absent => {
    const absent: Absent = new Map();
    for (const schema of withProperties) {
      const names = Object.entries(asObject(schema.properties)).flatMap(([name, property]) =>
        isFlagged(document, property, ABSENT[direction]) ? [name] : [],
      );
      if (names.length === 0) continue;
      for (const part of sameValue(schema, parts, wholes)) {
        absent.set(part, new Set([...(absent.get(part) ?? []), ...names]));
      }
    }
    return absent;
  };
  return { read: absentIn("read"), written: absentIn("written") };
}

/** The schemas that apply to the same value as a schema: its parts, its wholes, and the other parts of these. */
function sameValue(
  start: JsonObject,
  parts: ReadonlyMap<JsonObject, readonly Part[]>,
  wholes: ReadonlyMap<JsonObject, readonly Part[]>,
): Set<JsonObject> {
  const found = new Set<JsonObject>();
  const addParts = (schema: JsonObject, withAlternatives: boolean): void => {
    for (const part of parts.get(schema) ?? []) {
      if (found.has(part.schema) || (part.isAlternative && !withAlternatives)) continue;
      found.add(part.schema);
      addParts(part.schema, true);
    }
  };
  const addWholes = (schema: JsonObject): void => {
    for (const whole of wholes.get(schema) ?? []) {
      if (found.has(whole.schema)) continue;
      found.add(whole.schema);
      addParts(whole.schema, !whole.isAlternative);
      addWholes(whole.schema);
    }
  };
  found.add(start);
  addParts(start, true);
  addWholes(start);
  return found;
}

const ALTERNATIVES = ["oneOf", "anyOf"];
const CONDITIONS = ["if", "then", "else", "not"];
const PART_KEYWORDS = ["allOf", ...ALTERNATIVES, ...CONDITIONS, "dependentSchemas", "$ref"];

/** The subschemas that apply to the same value (JSON Schema Core 2020-12, 10.2), and the target of a reference. */
function partsOf(document: OpenApiDocument, schema: JsonObject): Part[] {
  const lists = ["allOf", ...ALTERNATIVES].flatMap((keyword) =>
    asList(schema[keyword]).map((part) => ({ part, isAlternative: ALTERNATIVES.includes(keyword) })),
  );
  const single = [...CONDITIONS.map((keyword) => schema[keyword]), ...Object.values(asObject(schema.dependentSchemas))];
  const target = typeof schema.$ref === "string" ? [resolved(document, schema)] : [];
  const all = [...lists, ...[...single, ...target].map((part) => ({ part, isAlternative: false }))];
  return all.flatMap(({ part, isAlternative }) => (isObject(part) ? [{ schema: part, isAlternative }] : []));
}

/** Calls a function with each object of a document. */
function walk(node: Json, visit: (node: JsonObject) => void): void {
  if (typeof node !== "object" || node === null) return;
  if (isObject(node)) visit(node);
  // Object.values would take twice as long, for documents of 13 MB.
  if (Array.isArray(node)) for (const item of node) walk(item, visit);
  else for (const name in node) walk(node[name] ?? null, visit);
}
