import { CHOICES, composedPlaces } from "../document/applied.js";
import { asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { pointerTo, valueAt } from "../document/pointer.js";
import { resolveReference } from "../document/reference.js";

/** A list or object in a value whose members can be validated one by one. */
export interface LongPart {
  part: Json[] | JsonObject;
  /** A member may have to fit several schemas. */
  members: Members[];
  /** Whether the part or one around it is the only possible member of a choice, whose errors name the choice. */
  isChosen: boolean;
}

/** The members of a part to which a schema applies, whatever the rest of the value is. */
export interface Members {
  schemaPointer: string;
  values: readonly Json[];
  /** The JSON pointer to a member, from the whole value. */
  placeOf(index: number): string;
}

/** Parts with fewer members are validated with the whole value. */
const LONG = 200;

/** How many parts of a value are looked at, and how many long ones are set apart. */
const MAX = { visited: 5000, long: 200 };

/**
 * The long lists and objects of a value that are in no other one. A choice or a condition around one of them may apply or
 * not, depending on its members. Then the list is empty.
 */
export function longPartsIn(document: OpenApiDocument, schemaPointer: string, value: unknown): LongPart[] {
  const longParts: LongPart[] = [];
  for (const { part, names } of waysToLongParts(value)) {
    const applied = appliedTo(document, schemaPointer, value, names);
    const members = applied?.schemas.map((pointer) => membersOf(document, pointer, part, pointerTo("", ...names)));
    if (!applied || !members?.every((some) => some !== "unknown")) return [];
    const schemas = members.filter((some) => some !== undefined);
    if (schemas.length > 0) longParts.push({ part, members: schemas, isChosen: applied.isChosen });
  }
  return longParts;
}

/** A part of a value, and the names that lead to it. */
interface Way {
  part: LongPart["part"];
  names: readonly string[];
}

/** A part of a value, with its name in the part around it. */
interface Visited {
  part: LongPart["part"];
  name: string;
  around: Visited | undefined;
}

/** The lists and objects with many members, level by level. Takes a fixed time at most, apart from counting members. */
function waysToLongParts(value: unknown): Way[] {
  const ways: Way[] = [];
  const pending: Visited[] = [];
  let seen = 0;
  const see = (part: unknown, name: string, around: Visited | undefined) => {
    seen += 1;
    if (Array.isArray(part) || isObject(part)) pending.push({ part, name, around });
  };
  see(value, "", undefined);
  // The list grows meanwhile.
  for (const visited of pending) {
    const { part } = visited;
    if (lengthOf(part) >= LONG) ways.push({ part, names: namesTo(visited) });
    else if (seen < MAX.visited) {
      for (const [name, member] of Object.entries(part)) see(member, name, visited);
    }
    if (ways.length === MAX.long) break;
  }
  return ways;
}

/** The names that lead to a part, from the whole value. Made for long parts only: most values have none. */
function namesTo({ name, around }: Visited): string[] {
  return around === undefined ? [] : [...namesTo(around), name];
}

function lengthOf(part: LongPart["part"]): number {
  return Array.isArray(part) ? part.length : Object.keys(part).length;
}

/** The schemas that apply to a part of a value. */
interface Applied {
  schemas: string[];
  isChosen: boolean;
  part: unknown;
}

/** The schemas that apply to the part that some names lead to. Undefined if one of them may apply or not. */
function appliedTo(
  document: OpenApiDocument,
  schemaPointer: string,
  value: unknown,
  names: readonly string[],
): Applied | undefined {
  let applied: Applied = { schemas: [], isChosen: false, part: value };
  if (!addApplied(document, schemaPointer, applied)) return undefined;
  for (const name of names) {
    const isChosen = applied.isChosen;
    const next: Applied = { schemas: [], isChosen, part: valueAt(applied.part, pointerTo("", name)) };
    for (const pointer of applied.schemas) {
      const below = memberSchema(document, pointer, applied.part, name);
      if (below === "unknown" || (below !== undefined && !addApplied(document, below, next))) return undefined;
    }
    applied = next;
  }
  return applied;
}

/** Keywords whose schemas may apply or not, and references that lead elsewhere by the way to them. */
const CONDITIONS = ["if", "not", "dependentSchemas", "$dynamicRef", "unevaluatedItems", "unevaluatedProperties"];

/** Adds a schema and those that it makes apply to the same part. Returns false if some of them may apply or not. */
function addApplied(document: OpenApiDocument, pointer: string, applied: Applied): boolean {
  const schema: Json | undefined = valueAt(document, pointer);
  if (!isObject(schema) || applied.schemas.includes(pointer)) return true;
  if (CONDITIONS.some((name) => schema[name] !== undefined)) return false;
  applied.schemas.push(pointer);
  const members = composedPlaces(schema, pointer, ["allOf"]);
  for (const name of CHOICES) {
    if (schema[name] === undefined) continue;
    const possible = composedPlaces(schema, pointer, [name]).filter((member) => admits(document, member, applied.part));
    if (possible.length !== 1) return false;
    applied.isChosen = true;
    members.push(...possible);
  }
  if (typeof schema.$ref === "string") members.push(resolveReference(document, schema, pointer).pointer);
  return members.every((member) => addApplied(document, member, applied));
}

/** Whether a schema may admit lists, or objects, by its type. */
function admits(document: OpenApiDocument, pointer: string, part: unknown): boolean {
  const schema = asObject(valueAt(document, pointer));
  const { type } = typeof schema.$ref === "string" ? resolveReference(document, schema, pointer).node : schema;
  return type === undefined || [type].flat().includes(Array.isArray(part) ? "array" : "object");
}

/** The place of the schema of one member by a schema around it; undefined if none applies to it. */
function memberSchema(document: OpenApiDocument, pointer: string, part: unknown, name: string) {
  const schema = asObject(valueAt(document, pointer));
  const isProperty = !Array.isArray(part) && Object.hasOwn(asObject(schema.properties), name);
  return isProperty && schema.patternProperties === undefined
    ? pointerTo(pointer, "properties", name)
    : commonSchema(schema, pointer, part);
}

/** The place of the schema of the members that no keyword names; undefined without one. */
function commonSchema(schema: JsonObject, pointer: string, part: unknown): string | "unknown" | undefined {
  const [keyword, special] = Array.isArray(part)
    ? (["items", "prefixItems"] as const)
    : (["additionalProperties", "patternProperties"] as const);
  if (schema[special] !== undefined) return "unknown";
  return isObject(schema[keyword]) ? pointerTo(pointer, keyword) : undefined;
}

/** The members of a part to which the common schema of a schema applies; undefined if it has none. */
function membersOf(document: OpenApiDocument, pointer: string, part: LongPart["part"], at: string) {
  const schema = asObject(valueAt(document, pointer));
  const schemaPointer = commonSchema(schema, pointer, part);
  if (schemaPointer === undefined || schemaPointer === "unknown") return schemaPointer;
  if (Array.isArray(part)) {
    return { schemaPointer, values: part, placeOf: (index: number) => pointerTo(at, index) };
  }
  const named = asObject(schema.properties);
  const names = Object.keys(part).filter((name) => !Object.hasOwn(named, name));
  // One after the other: a list of the values and names of many members takes much longer.
  const values = names.map((name) => part[name] ?? null);
  return { schemaPointer, values, placeOf: (index: number) => pointerTo(at, names[index] ?? "") };
}
