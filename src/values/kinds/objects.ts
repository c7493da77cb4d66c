import { oncePer } from "#openapi/document/once-per.js";
import { asObject, isObject, type Json, type JsonObject } from "../../openapi/document/document.js";
import { pointerTo } from "../../openapi/document/pointer.js";
import { textLikePattern } from "../random/pattern-texts.js";
import { type Limit, largest, matches, smallest } from "../rules/limits.js";
import { type Keyword, keywordOf, type Part, requiredNames, type SchemaAt, Unsatisfiable } from "../rules/parts.js";
import type { ValuePlace } from "../rules/value-place.js";
import { SchemaList, type ValueRules } from "../rules/value-rules.js";
import type { Maker, Presence } from "./maker.js";

/** How many invented names are tried beyond those that are needed. */
const SPARE_NAMES = 20;

/** The rules of some schemas for an object. */
interface ObjectRules {
  parts: readonly Part[];
  required: ReadonlyMap<string, { required: Keyword; index: number }>;
  min: Limit | undefined;
  max: Limit | undefined;
  /** The names that `properties` describe. */
  names: readonly string[];
  /** The schemas of required and described properties, found when they are needed. */
  schemas: Map<string, SchemaList>;
  /** The schemas of names; undefined if there are none. */
  nameRules: SchemaList | undefined;
  patterns: readonly string[];
  /** Whether properties with other names are described. */
  isMap: boolean;
}

const rulesOf = oncePer((parts: readonly Part[]): ObjectRules => {
  const nameRules = keywordOf(parts, "propertyNames").map(({ value, place }) => ({ schema: value, pointer: place }));
  return {
    parts,
    required: requiredNames(parts),
    min: largest(parts, "minProperties"),
    max: smallest(parts, "maxProperties"),
    names: propertyNames(parts),
    schemas: new Map(),
    nameRules: nameRules.length === 0 ? undefined : new SchemaList(nameRules),
    patterns: parts.flatMap(({ schema }) => Object.keys(asObject(schema.patternProperties))),
    isMap:
      parts.some(({ schema }) => isObject(schema.additionalProperties) || schema.patternProperties !== undefined) &&
      parts.every(({ schema }) => schema.additionalProperties !== false || schema.patternProperties !== undefined),
  };
});

/** An object by its properties and their number. @throws Unsatisfiable if there is none */
export function makeObject({ parts }: ValueRules, at: ValuePlace, maker: Maker): JsonObject {
  const rules = rulesOf(parts);
  const { required, names } = rules;
  const max = rules.max?.value ?? Number.POSITIVE_INFINITY;
  const min = rules.min?.value ?? 0;
  if (required.size > max) {
    throw new Unsatisfiable(rules.max?.place ?? "#", `${required.size} properties are required`);
  }
  const made = new Map<string, Json>();
  const presence = maker.presence(at);
  // Required ones first, so that an impossible one is found before the others are made.
  for (const [name, by] of required) {
    if (!admitsName(rules, name, maker)) {
      throw new Unsatisfiable(pointerTo(by.required.place, by.index), `the name ${name} is not admitted`);
    }
    made.set(name, maker.make(schemasOfProperty(rules, name), at.to(name)));
  }
  for (const name of names) addOptional(made, name, rules, at, presence, maker);
  for (const name of inventNames(rules, at, maker, made.size)) addOptional(made, name, rules, at, presence, maker);
  if (made.size < min) {
    throw new Unsatisfiable(rules.min?.place ?? "#", `only ${made.size} properties could be made`);
  }
  return inOrder(made, names);
}

/** Adds a property that the object need not have, if it is wanted or needed, and can be made. */
function addOptional(
  made: Map<string, Json>,
  name: string,
  rules: ObjectRules,
  at: ValuePlace,
  presence: Presence,
  maker: Maker,
): void {
  if (made.has(name) || (rules.max && made.size >= rules.max.value) || !admitsName(rules, name, maker)) return;
  const isNeeded = rules.min !== undefined && made.size < rules.min.value;
  const value = isNeeded || isWanted(presence, at, maker) ? tryMake(rules, name, at, maker) : undefined;
  if (value !== undefined) made.set(name, value);
}

/** The properties in the order of the document, which reads best. */
function inOrder(made: ReadonlyMap<string, Json>, names: readonly string[]): JsonObject {
  const object: JsonObject = {};
  let count = 0;
  for (const name of names) {
    const value = made.get(name);
    if (value === undefined) continue;
    define(object, name, value);
    count += 1;
  }
  if (count < made.size)
    for (const [name, value] of made) if (!Object.hasOwn(object, name)) define(object, name, value);
  return object;
}

/** Sets a property, whatever its name: an assignment to `__proto__` would set the prototype. */
function define(object: JsonObject, name: string, value: Json): void {
  if (name === "__proto__")
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  else object[name] = value;
}

/** The names that `properties` describe. */
export function propertyNames(parts: readonly Part[]): string[] {
  return [...new Set(parts.flatMap(({ schema }) => Object.keys(asObject(schema.properties))))];
}

/** The schemas of one property (JSON Schema Core 2020-12, 10.3.2 and 11.3). */
function schemasOfProperty({ parts, schemas, names, required }: ObjectRules, name: string): SchemaList {
  let property = schemas.get(name);
  if (!property) {
    property = new SchemaList(findSchemasOfProperty(parts, name));
    // Other names are invented, without an end.
    if (required.has(name) || names.includes(name)) schemas.set(name, property);
  }
  return property;
}

function findSchemasOfProperty(parts: readonly Part[], name: string): SchemaAt[] {
  const applied: SchemaAt[] = [];
  for (const { schema, pointer } of parts) {
    const before = applied.length;
    if (isObject(schema.properties) && Object.hasOwn(schema.properties, name)) {
      applied.push({ schema: schema.properties[name], pointer: pointerTo(pointer, "properties", name) });
    }
    if (isObject(schema.patternProperties)) {
      for (const [pattern, member] of Object.entries(schema.patternProperties)) {
        const place = pointerTo(pointer, "patternProperties", pattern);
        if (matches(pattern, name, place)) applied.push({ schema: member, pointer: place });
      }
    }
    if (applied.length === before && schema.additionalProperties !== undefined) {
      applied.push({ schema: schema.additionalProperties, pointer: pointerTo(pointer, "additionalProperties") });
    }
  }
  if (applied.length > 0) return applied;
  return keywordOf(parts, "unevaluatedProperties").map(({ value, place }) => ({ schema: value, pointer: place }));
}

/** Whether an optional property is made. */
function isWanted(presence: Presence, at: ValuePlace, maker: Maker): boolean {
  return (presence === "all" || (presence === "random" && maker.random() < 0.5)) && !maker.isLarge(at);
}

/** @returns undefined if the property cannot have a value */
function tryMake(rules: ObjectRules, name: string, at: ValuePlace, maker: Maker): Json | undefined {
  try {
    return maker.make(schemasOfProperty(rules, name), at.to(name));
  } catch (error) {
    if (error instanceof Unsatisfiable) return undefined;
    throw error;
  }
}

function admitsName({ nameRules }: ObjectRules, name: string, { document }: Maker): boolean {
  if (!nameRules) return true;
  try {
    return nameRules.rules(document).fits(name);
  } catch (error) {
    if (error instanceof Unsatisfiable) return false;
    throw error;
  }
}

/**
 * Names for properties that the schema describes without their names, or that it needs to be large enough.
 *
 * @param before how many properties the object has
 */
function inventNames(rules: ObjectRules, at: ValuePlace, maker: Maker, before: number): readonly string[] {
  const { nameRules, patterns, isMap } = rules;
  const missing = Math.max(0, (rules.min?.value ?? 0) - before);
  const extra = isMap && before === 0 && maker.presence(at) !== "none" ? 1 : 0;
  if (missing + extra === 0) return NO_NAMES;
  const count = Math.min(missing + (missing > 0 ? SPARE_NAMES : extra), 10_000);
  return Array.from({ length: count }, (_, index) => {
    const pattern = patterns[index % Math.max(1, patterns.length)];
    if (nameRules) {
      const name = nameBy(nameRules, at, maker);
      if (name !== undefined) return name;
    }
    // The same names in each attempt, which learns from the errors at the places of the one before.
    return pattern === undefined ? `key-${index + 1}` : textLikePattern(pattern, 8, false, maker);
  });
}

const NO_NAMES: readonly string[] = [];

function nameBy({ all }: SchemaList, at: ValuePlace, maker: Maker): string | undefined {
  try {
    const text = new SchemaList([...all, { schema: ANY_TEXT, pointer: all[0]?.pointer ?? "#" }]);
    return String(maker.vary(() => maker.make(text, at.to("key"))));
  } catch (error) {
    if (error instanceof Unsatisfiable) return undefined;
    throw error;
  }
}

const ANY_TEXT = { type: "string" };
