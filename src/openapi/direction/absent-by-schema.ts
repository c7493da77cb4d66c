import { isObject, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { oncePer } from "../document/once-per.js";
import { walk } from "../document/walk.js";
import { ABSENT, type Direction, flaggedProperties, resolved } from "./absent-properties.js";

/** A schema that applies to the same value as another one, and whether it is one of several alternatives. */
interface Part {
  schema: JsonObject;
  isAlternative: boolean;
}

type Absent = Map<unknown, Set<string>>;

/**
 * The properties that data may lack in a direction, although a schema requires them, by the schema. They are `writeOnly`
 * ones of responses, and `readOnly` ones of requests. Another schema for the same value may flag a property, but not an
 * alternative.
 */
export function absentBySchema(document: OpenApiDocument, direction: Direction): Absent {
  return absentIn(document)[direction];
}

const absentIn = oncePer((document: OpenApiDocument): Record<Direction, Absent> => {
  const parts = new Map<JsonObject, Part[]>();
  const wholes = new Map<JsonObject, Part[]>();
  const withProperties: JsonObject[] = [];
  walk(document, ({ node, isMap }) => {
    if (isMap || !isObject(node)) return;
    if (node.properties !== undefined) withProperties.push(node);
    const inner = partsIn(document, node);
    if (inner.length > 0) parts.set(node, inner);
    for (const { schema, isAlternative } of inner) {
      const around = wholes.get(schema);
      if (around) around.push({ schema: node, isAlternative });
      else wholes.set(schema, [{ schema: node, isAlternative }]);
    }
  });
  const find = (direction: Direction): Absent => {
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
  return { response: find("response"), request: find("request") };
});

/** The schemas that apply to the same value: the parts of a schema, its wholes, and their other parts. */
function sameValue(
  start: JsonObject,
  parts: ReadonlyMap<JsonObject, readonly Part[]>,
  wholes: ReadonlyMap<JsonObject, readonly Part[]>,
): Set<JsonObject> {
  const schemas = new Set<JsonObject>();
  const addParts = (schema: JsonObject, withAlternatives: boolean): void => {
    for (const part of parts.get(schema) ?? []) {
      if (schemas.has(part.schema) || (part.isAlternative && !withAlternatives)) continue;
      schemas.add(part.schema);
      addParts(part.schema, true);
    }
  };
  const addWholes = (schema: JsonObject): void => {
    for (const whole of wholes.get(schema) ?? []) {
      if (schemas.has(whole.schema)) continue;
      schemas.add(whole.schema);
      addParts(whole.schema, !whole.isAlternative);
      addWholes(whole.schema);
    }
  };
  schemas.add(start);
  addParts(start, true);
  addWholes(start);
  return schemas;
}

/** The keywords whose subschemas apply to the same value (JSON Schema Core 2020-12, 10.2), and whether these are alternatives. */
const PART_KEYWORDS = new Map([
  ...["allOf", "if", "then", "else", "not", "dependentSchemas"].map((name) => [name, false] as const),
  ...["oneOf", "anyOf"].map((name) => [name, true] as const),
]);

/** The schemas that apply to the same value as a schema around them, or as a reference to them. */
function partsIn(document: OpenApiDocument, schema: JsonObject): Part[] {
  const parts: Part[] = [];
  // Names are looked up as they come. A large document has very many objects, and few of them have such a name.
  for (const name in schema) {
    const value = schema[name];
    if (name === "$ref" && typeof value === "string") {
      parts.push({ schema: resolved(document, schema), isAlternative: false });
    }
    const isAlternative = PART_KEYWORDS.get(name);
    if (isAlternative === undefined || typeof value !== "object" || value === null) continue;
    const inner = Array.isArray(value) || name === "dependentSchemas" ? Object.values(value) : [value];
    parts.push(...inner.filter(isObject).map((part) => ({ schema: part, isAlternative })));
  }
  return parts;
}
