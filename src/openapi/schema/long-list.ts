import { asList, asObject, isObject, type Json, type OpenApiDocument } from "../document/document.js";
import { pointerTo, valueAt } from "../document/pointer.js";
import { resolveReference } from "../document/reference.js";

/** A list in a value whose items can be validated one by one. */
export interface LongList {
  /** JSON pointer to the list. */
  at: string;
  items: readonly Json[];
  /** The places of the schemas that every item has to fit. */
  itemSchemas: readonly string[];
  /** Whether the list or an object around it is the only possible member of a choice, whose errors name the choice. */
  isChosen: boolean;
}

/** Shorter lists are validated with the whole value. */
const LONG = 200;

/** Objects around the list. */
const MAX_DEPTH = 4;

/**
 * The longest list of a value, if each of its items has to fit certain schemas whatever the rest of the value is. Undefined for a
 * value without a long list, and where a schema around the list depends on its items: a member of a choice, or a condition.
 */
export function longListIn(document: OpenApiDocument, schemaPointer: string, value: unknown): LongList | undefined {
  const list = longest(value);
  if (!list) return undefined;
  const here: Applied = { schemas: [], isChosen: false, kind: list.names.length > 0 ? "object" : "array" };
  if (!addApplied(document, schemaPointer, here)) return undefined;
  let applied = here;
  for (const [index, name] of list.names.entries()) {
    const kind = index === list.names.length - 1 ? "array" : "object";
    const next: Applied = { schemas: [], isChosen: applied.isChosen, kind };
    for (const pointer of applied.schemas) {
      const below = propertySchema(document, pointer, name);
      if (below === "unknown" || (below !== undefined && !addApplied(document, below, next))) return undefined;
    }
    applied = next;
  }
  const itemSchemas: string[] = [];
  for (const pointer of applied.schemas) {
    const { items, prefixItems } = asObject(valueAt(document, pointer));
    if (items === false || prefixItems !== undefined) return undefined;
    if (isObject(items)) itemSchemas.push(pointerTo(pointer, "items"));
  }
  const { items, names } = list;
  return itemSchemas.length > 0
    ? { at: pointerTo("", ...names), items, itemSchemas, isChosen: applied.isChosen }
    : undefined;
}

function longest(value: unknown): { names: readonly string[]; items: readonly Json[] } | undefined {
  let found: { names: readonly string[]; items: readonly Json[] } | undefined;
  const visit = (part: unknown, names: readonly string[]): void => {
    if (Array.isArray(part)) {
      if (part.length >= Math.max(LONG, (found?.items.length ?? 0) + 1)) found = { names, items: part };
    } else if (isObject(part) && names.length < MAX_DEPTH) {
      for (const [name, member] of Object.entries(part)) visit(member, [...names, name]);
    }
  };
  visit(value, []);
  return found;
}

/** The schemas that apply to a part of the value, which is a list or an object. */
interface Applied {
  schemas: string[];
  isChosen: boolean;
  kind: "array" | "object";
}

const CHOICES = ["oneOf", "anyOf"];

/** Keywords whose schemas may apply or not, and references that lead elsewhere by the way to them. */
const CONDITIONS = ["if", "not", "dependentSchemas", "$dynamicRef", "unevaluatedItems", "unevaluatedProperties"];

/** Adds a schema and those that it makes apply to the same part. Returns false if some of them may apply or not. */
function addApplied(document: OpenApiDocument, pointer: string, applied: Applied): boolean {
  const schema: Json | undefined = valueAt(document, pointer);
  if (!isObject(schema) || applied.schemas.includes(pointer)) return true;
  if (CONDITIONS.some((name) => schema[name] !== undefined)) return false;
  applied.schemas.push(pointer);
  const members = asList(schema.allOf).map((_, index) => pointerTo(pointer, "allOf", index));
  for (const name of CHOICES) {
    if (schema[name] === undefined) continue;
    const possible = asList(schema[name]).flatMap((_, index) => {
      const member = pointerTo(pointer, name, index);
      return admits(document, member, applied.kind) ? [member] : [];
    });
    if (possible.length !== 1) return false;
    applied.isChosen = true;
    members.push(...possible);
  }
  if (typeof schema.$ref === "string") members.push(resolveReference(document, schema, pointer).pointer);
  return members.every((member) => addApplied(document, member, applied));
}

/** Whether a schema may admit lists, or objects, by its type. */
function admits(document: OpenApiDocument, pointer: string, kind: Applied["kind"]): boolean {
  const schema = asObject(valueAt(document, pointer));
  const { type } = typeof schema.$ref === "string" ? resolveReference(document, schema, pointer).node : schema;
  return type === undefined || [type].flat().includes(kind);
}

/** The place of the schema of a property; undefined if none applies to it. */
function propertySchema(document: OpenApiDocument, pointer: string, name: string): string | "unknown" | undefined {
  const { properties, patternProperties, additionalProperties } = asObject(valueAt(document, pointer));
  if (patternProperties !== undefined) return "unknown";
  if (Object.hasOwn(asObject(properties), name)) return pointerTo(pointer, "properties", name);
  return isObject(additionalProperties) ? pointerTo(pointer, "additionalProperties") : undefined;
}
