import { asList, asObject, isObject, type Json, type JsonObject } from "../openapi/document/document.js";
import { pointerTo } from "../openapi/document/pointer.js";
import type { Maker, Presence } from "./attempt/maker.js";
import { expand, type Keyword, keywordOf, type Part, type SchemaAt, Unsatisfiable } from "./attempt/parts.js";
import { fits, largest, matches, smallest } from "./limits/limits.js";
import { textLikePattern } from "./texts/pattern-texts.js";

/** How many invented names are tried beyond those that are needed. */
const SPARE_NAMES = 20;

/** An object by its properties and their number. @throws Unsatisfiable if there is none */
export function makeObject(parts: readonly Part[], at: string, maker: Maker): JsonObject {
  const required = requiredNames(parts);
  const max = smallest(parts, "maxProperties");
  const min = largest(parts, "minProperties");
  if (required.size > (max?.value ?? required.size)) {
    throw new Unsatisfiable(max?.place ?? "#", `${required.size} properties are required`);
  }
  const made = new Map<string, Json>();
  const names = propertyNames(parts);
  const presence = maker.presence(at);
  // Required ones first, so that an impossible one is found before the others are made.
  for (const [name, by] of required) {
    const schemas = schemasOfProperty(parts, name);
    if (!admitsName(parts, name, maker)) {
      throw new Unsatisfiable(pointerTo(by.required.place, by.index), `the name ${name} is not admitted`);
    }
    made.set(name, maker.make(schemas, pointerTo(at, name)));
  }
  const isFull = () => made.size >= (max?.value ?? Number.POSITIVE_INFINITY);
  const add = (name: string): void => {
    if (made.has(name) || isFull() || !admitsName(parts, name, maker)) return;
    const value =
      made.size < (min?.value ?? 0) ? tryMake(parts, name, at, maker) : optional(parts, name, at, presence, maker);
    if (value !== undefined) made.set(name, value);
  };
  names.forEach(add);
  inventNames(parts, at, maker, made.size, min?.value ?? 0).forEach(add);
  if (made.size < (min?.value ?? 0)) {
    throw new Unsatisfiable(min?.place ?? "#", `only ${made.size} properties could be made`);
  }
  // In the order of the document, which reads best.
  const inOrder: [string, Json][] = [];
  for (const name of new Set([...names, ...made.keys()])) {
    const value = made.get(name);
    if (value !== undefined) inOrder.push([name, value]);
  }
  return Object.fromEntries(inOrder);
}

/** The required names, and the schemas and indexes that require them. */
export function requiredNames(parts: readonly Part[]): Map<string, { required: Keyword; index: number }> {
  const names = new Map<string, { required: Keyword; index: number }>();
  for (const required of keywordOf(parts, "required")) {
    for (const [index, name] of asList(required.value).entries()) names.set(String(name), { required, index });
  }
  return names;
}

/** The names that `properties` describe. */
export function propertyNames(parts: readonly Part[]): string[] {
  return [...new Set(parts.flatMap(({ schema }) => Object.keys(asObject(schema.properties))))];
}

/** The schemas of one property (JSON Schema Core 2020-12, 10.3.2 and 11.3). */
function schemasOfProperty(parts: readonly Part[], name: string): SchemaAt[] {
  const found: SchemaAt[] = [];
  for (const { schema, pointer } of parts) {
    const before = found.length;
    if (isObject(schema.properties) && Object.hasOwn(schema.properties, name)) {
      found.push({ schema: schema.properties[name], pointer: pointerTo(pointer, "properties", name) });
    }
    if (isObject(schema.patternProperties)) {
      for (const [pattern, member] of Object.entries(schema.patternProperties)) {
        const place = pointerTo(pointer, "patternProperties", pattern);
        if (matches(pattern, name, place)) found.push({ schema: member, pointer: place });
      }
    }
    if (found.length === before && schema.additionalProperties !== undefined) {
      found.push({ schema: schema.additionalProperties, pointer: pointerTo(pointer, "additionalProperties") });
    }
  }
  if (found.length > 0) return found;
  return keywordOf(parts, "unevaluatedProperties").map(({ value, place }) => ({ schema: value, pointer: place }));
}

function optional(
  parts: readonly Part[],
  name: string,
  at: string,
  presence: Presence,
  maker: Maker,
): Json | undefined {
  const isWanted = presence === "all" || (presence === "random" && maker.random() < 0.5);
  return isWanted && !maker.isLarge(at) ? tryMake(parts, name, at, maker) : undefined;
}

/** @returns undefined if the property cannot have a value */
function tryMake(parts: readonly Part[], name: string, at: string, maker: Maker): Json | undefined {
  try {
    return maker.make(schemasOfProperty(parts, name), pointerTo(at, name));
  } catch (error) {
    if (error instanceof Unsatisfiable) return undefined;
    throw error;
  }
}

function admitsName(parts: readonly Part[], name: string, { document }: Maker): boolean {
  const rules = keywordOf(parts, "propertyNames").map(({ value, place }) => ({ schema: value, pointer: place }));
  if (rules.length === 0) return true;
  try {
    return fits(expand(document, rules), name);
  } catch (error) {
    if (error instanceof Unsatisfiable) return false;
    throw error;
  }
}

/** Names for properties that the schema describes without their names, or that it needs to be large enough. */
function inventNames(parts: readonly Part[], at: string, maker: Maker, before: number, min: number): string[] {
  const isMap =
    parts.some(({ schema }) => isObject(schema.additionalProperties) || schema.patternProperties !== undefined) &&
    parts.every(({ schema }) => schema.additionalProperties !== false || schema.patternProperties !== undefined);
  const missing = Math.max(0, min - before);
  const extra = isMap && before === 0 && maker.presence(at) !== "none" ? 1 : 0;
  if (missing + extra === 0) return [];
  const rules = keywordOf(parts, "propertyNames").map(({ value, place }) => ({ schema: value, pointer: place }));
  const patterns = parts.flatMap(({ schema }) => Object.keys(asObject(schema.patternProperties)));
  const count = Math.min(missing + (missing > 0 ? SPARE_NAMES : extra), 10_000);
  return Array.from({ length: count }, (_, index) => {
    const pattern = patterns[index % Math.max(1, patterns.length)];
    if (rules.length > 0) {
      const name = nameBy(rules, at, maker);
      if (name !== undefined) return name;
    }
    // The same names in each attempt, which learns from the errors at the places of the one before.
    return pattern === undefined ? `key-${index + 1}` : textLikePattern(pattern, 8, false, maker);
  });
}

function nameBy(rules: readonly SchemaAt[], at: string, maker: Maker): string | undefined {
  try {
    const text = [...rules, { schema: { type: "string" }, pointer: rules[0]?.pointer ?? "#" }];
    return String(maker.vary(() => maker.make(text, pointerTo(at, "key"))));
  } catch (error) {
    if (error instanceof Unsatisfiable) return undefined;
    throw error;
  }
}
