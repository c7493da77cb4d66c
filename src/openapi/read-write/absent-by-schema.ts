import { asList, asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { DATA_KEYWORDS, MAP_KEYWORDS } from "../document/keywords.js";
import { ABSENT, type Direction, flaggedProperties, resolved } from "./absent-properties.js";

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
  const visit = (node: Json[] | JsonObject, isMap: boolean): void => {
    if (Array.isArray(node)) {
      for (const item of node) if (typeof item === "object" && item !== null) visit(item, false);
      return;
    }
    const own: Part[] = [];
    for (const name in node) {
      const member = node[name] ?? null;
      if (!isMap) {
        if (DATA_KEYWORDS.includes(name)) continue;
        if (name === "properties") withProperties.push(node);
        // Names are looked up as they come, because a large document has very many objects, and few of them have such a name.
        const form = PART_KEYWORDS.get(name);
        if (form !== undefined) own.push(...partsIn(document, node, member, form));
      }
      if (typeof member === "object" && member !== null) visit(member, !isMap && MAP_KEYWORDS.includes(name));
    }
    if (own.length > 0) parts.set(node, own);
    for (const { schema: part, isAlternative } of own) {
      const known = wholes.get(part);
      if (known) known.push({ schema: node, isAlternative });
      else wholes.set(part, [{ schema: node, isAlternative }]);
    }
  };
  visit(document, false);
  const absentIn = (direction: Direction): Absent => {
    const absent: Absent = new Map();
    for (const schema of withProperties) {
      const names = flaggedProperties(document, schema, ABSENT[direction]);
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

/** The value of a keyword: a list of schemas, of which all or one apply; one schema; a map of schemas; the place of one. */
type Form = "list" | "alternatives" | "one" | "map" | "reference";

/** The keywords whose subschemas apply to the same value (JSON Schema Core 2020-12, 10.2). */
const PART_KEYWORDS = new Map<string, Form>([
  ["allOf", "list"],
  ["oneOf", "alternatives"],
  ["anyOf", "alternatives"],
  ["if", "one"],
  ["then", "one"],
  ["else", "one"],
  ["not", "one"],
  ["dependentSchemas", "map"],
  ["$ref", "reference"],
]);

/** The subschemas in the value of one of these keywords, or the target of a reference. */
function partsIn(document: OpenApiDocument, schema: JsonObject, value: Json, form: Form): Part[] {
  const isAlternative = form === "alternatives";
  if (form === "reference") {
    return typeof value === "string" ? [{ schema: resolved(document, schema), isAlternative }] : [];
  }
  const found = form === "one" ? [value] : form === "map" ? Object.values(asObject(value)) : asList(value);
  return found.filter(isObject).map((part) => ({ schema: part, isAlternative }));
}
