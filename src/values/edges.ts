import { asObject, isObject, type Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import { itemBounds } from "./kinds/lists.js";
import { numberBounds } from "./kinds/numbers.js";
import { propertyNames } from "./kinds/objects.js";
import { MAX_TEXT, plainText, wordOf } from "./kinds/texts.js";
import { textLikePattern } from "./random/pattern-texts.js";
import type { Randomness } from "./random/randomness.js";
import { isSame } from "./rules/is-same.js";
import { admittedTypes, fixedValues, largest, smallest, type Type } from "./rules/limits.js";
import { keywordOf, type Part, requiredNames } from "./rules/parts.js";
import type { Described, ValueOptions, ValueResult, Values } from "./values.js";

/** A value at the edge of a constraint. */
interface Boundary {
  label: string;
  place: string;
  value: Json;
  /** Whether it is one of a closed set: a boolean, or a member of an enum. */
  isMember?: true;
}

/** A legal value of one part of a value. */
export interface Edge extends Boundary {
  /** JSON pointer to the part. */
  at: string;
  /** The optional property whose absence is tested, for an edge of an object that lacks it. */
  absent?: string;
  /** Whether the object has no other optional property. */
  isAlone?: boolean;
}

/** The edges of a schema, and whole values in whose parts they can be put. One is usual, and one has every property. */
export interface Edges {
  bases: readonly Json[];
  edges: readonly Edge[];
}

/** Longer lists are not made for their length alone. */
const MOST_ITEMS = 100;

/**
 * Lists legal values at the edges of a schema, for a parameter or a body. They are bounds, values just inside them, members
 * of enums, null, and lengths of 0, 1 and the maximum. Others are text that is not ASCII, and each optional property present
 * and absent. They may violate the schema of the whole value, so they have to be validated.
 */
export function edgesOf(
  values: Values,
  described: Described,
  { direction = "response" }: Pick<ValueOptions, "direction"> = {},
): Edges {
  const made = values.make(described, { direction }, { presence: "all", isDocumented: true, isComposed: true });
  if ("reason" in made) return { bases: [], edges: [] };
  const usual = values.value(described, { direction });
  const { applied, exemplified } = made.attempt;
  const edges = [...new Map([...exemplified, ...applied])].flatMap(([at, parts]) => {
    const current = valueAt(made.value, at) ?? null;
    const name = pointerNames(at).join(".");
    const candidates = [
      ...boundariesOf(parts, at, values.randomness),
      ...presenceOf(parts, current),
      ...itemCounts(parts, current, (schema) =>
        values.value({ schemaPointer: values.directed.originalPointer(schema) }, { direction }),
      ),
    ];
    return candidates.map((edge) => ({
      ...edge,
      label: name === "" ? edge.label : `${name} ${edge.label}`,
      place: values.directed.originalPointer(edge.place),
      at,
    }));
  });
  return { bases: [...("value" in usual ? [usual.value] : []), made.value], edges };
}

/** An object with and without each optional property. */
function presenceOf(parts: readonly Part[], current: Json): Omit<Edge, "at">[] {
  if (!isObject(current)) return [];
  const required = requiredNames(parts);
  const optional = propertyNames(parts).filter((name) => !required.has(name) && current[name] !== undefined);
  const none = Object.fromEntries(Object.entries(current).filter(([name]) => !optional.includes(name)));
  return optional.flatMap((name): Omit<Edge, "at">[] => {
    const { [name]: value = null, ...rest } = current;
    const place = placeOfProperty(parts, name);
    return [
      { label: `without ${name}`, place, value: rest, absent: name },
      { label: `with ${name} alone`, place, value: { ...none, [name]: value }, isAlone: true },
    ];
  });
}

/**
 * A list with the fewest and the most items. The items are repeated, where they need not differ.
 *
 * @param make generates a value of the schema at a JSON pointer
 */
function itemCounts(parts: readonly Part[], current: Json, make: (schema: string) => ValueResult): Boundary[] {
  if (!Array.isArray(current)) return [];
  const { min, max, place } = itemBounds(parts);
  const areUnique = keywordOf(parts, "uniqueItems").some(({ value }) => value === true);
  const [schema] = keywordOf(parts, "items");
  const repeated = (count: number) =>
    areUnique && schema && count > current.length
      ? differing(current, count, () => make(schema.place))
      : Array.from({ length: count }, (_, index) => current[index % current.length] ?? null);
  const label = (count: number) => `with ${count} ${count === 1 ? "item" : "items"}`;
  const counts = [min, 1, ...(max <= MOST_ITEMS && current.length > 0 ? [max] : [])];
  return counts
    .filter((count) => count <= current.length || current.length > 0)
    .flatMap((count) => {
      const value = repeated(count);
      return value.length === count ? [{ label: label(count), place, value }] : [];
    });
}

/** So many items are generated for each that differs from the others. */
const TRIES_FOR_ITEM = 3;

/** A list with so many different items; with fewer, if no others are generated. */
function differing(items: readonly Json[], count: number, make: () => ValueResult): Json[] {
  const found = [...items];
  for (let tries = 0; found.length < count && tries < count * TRIES_FOR_ITEM; tries += 1) {
    const made = make();
    if ("value" in made && !found.some((item) => isSame(item, made.value))) found.push(made.value);
  }
  return found;
}

/** More members of an enum, and more items, are not listed. */
const MOST_MEMBERS = 50;

/** The edges of one value that is not an object. They may violate other keywords, so they have to be validated. */
function boundariesOf(parts: readonly Part[], at: string, randomness: Randomness): Boundary[] {
  const fixed = fixedValues(parts);
  const place = keywordOf(parts, "type")[0]?.place ?? parts[0]?.pointer ?? "#";
  if (fixed) {
    const members = fixed.values.slice(0, MOST_MEMBERS);
    return members.map((value) => ({ label: jsonText(value), place: fixed.place, value, isMember: true }));
  }
  const types = admittedTypes(parts);
  // A schema without a type admits every type, which authors seldom intend.
  if (keywordOf(parts, "type").length === 0) return [];
  return types.flatMap((type) => EDGES[type]?.(parts, at, randomness, place) ?? []);
}

type EdgesOfType = (parts: readonly Part[], at: string, randomness: Randomness, place: string) => Boundary[];

const EDGES: Partial<Record<Type, EdgesOfType>> = {
  null: (_, __, ___, place) => [{ label: "null", place, value: null }],
  boolean: (_, __, ___, place) =>
    [true, false].map((value) => ({ label: String(value), place, value, isMember: true })),
  number: (parts) => numberEdges(parts, false),
  integer: (parts) => numberEdges(parts, true),
  string: textEdges,
};

function numberEdges(parts: readonly Part[], isInteger: boolean): Boundary[] {
  const { low, high, isWhole } = numberBounds(parts, isInteger);
  const steps = keywordOf(parts, "multipleOf").map(({ value }) => Number(value));
  // One bound alone leaves the range open.
  const range = Number.isFinite(high - low) ? high - low : 1;
  const step = Math.max(...steps, isWhole ? 1 : 0) || Math.max(1, range) / 100;
  const lower = largest(parts, "minimum") ?? largest(parts, "exclusiveMinimum");
  const upper = smallest(parts, "maximum") ?? smallest(parts, "exclusiveMaximum");
  const nameOf = (place: string) => place.slice(place.lastIndexOf("/") + 1);
  const edges = (limit: { value: number; place: string } | undefined, bound: number, inward: number): Boundary[] => {
    if (!limit) return [];
    const label = `${nameOf(limit.place)} ${limit.value}`;
    // The first multiple inside the bound.
    const times = inward > 0 ? Math.ceil(bound / step) : Math.floor(bound / step);
    const first = steps.length > 0 ? decimal(times * step) : bound;
    return [
      { label, place: limit.place, value: first },
      { label: `just inside ${label}`, place: limit.place, value: decimal(first + inward * step) },
    ];
  };
  return [...edges(lower, low, 1), ...edges(upper, high, -1)];
}

/** The product of a decimal step without the error of binary arithmetic. */
function decimal(value: number): number {
  return Number.isSafeInteger(value) ? value : Number(value.toPrecision(15));
}

function textEdges(parts: readonly Part[], at: string, randomness: Randomness, place: string): Boundary[] {
  const min = largest(parts, "minLength");
  const max = smallest(parts, "maxLength");
  const [pattern] = keywordOf(parts, "pattern");
  // Few texts are of a format, or encoded. A file is more than a text.
  if (["format", "contentEncoding", "contentMediaType"].some((name) => keywordOf(parts, name).length > 0)) return [];
  const text = (length: number) =>
    pattern
      ? textLikePattern(String(pattern.value), length, true, randomness)
      : plainText(wordOf(fieldOf(at)), length, randomness);
  const lengths = [
    { length: min?.value ?? 0, label: min ? `minLength ${min.value}` : "empty", place: min?.place ?? place },
    { length: (min?.value ?? 0) + 1, label: `length ${(min?.value ?? 0) + 1}`, place: min?.place ?? place },
    ...(max && max.value <= MAX_TEXT
      ? [
          { length: max.value - 1, label: `length ${max.value - 1}`, place: max.place },
          { length: max.value, label: `maxLength ${max.value}`, place: max.place },
        ]
      : []),
  ];
  const edges = lengths.flatMap(({ length, label, place: at }): Boundary[] => {
    const value = length < 0 ? "" : text(length);
    return [...value].length === length ? [{ label, place: at, value }] : [];
  });
  if (pattern) return edges;
  const foreign = "Žluťoučký 漢字 ثلاثة 🦄";
  return [...edges, { label: "not ASCII", place, value: [...foreign].slice(0, max?.value ?? 100).join("") }];
}

/** The name of the field at a place: `name` for `/pets/0/name`. */
function fieldOf(at: string): string {
  return pointerNames(at).findLast((name) => !/^\d+$/.test(name)) ?? "";
}

/** The place of a property of an object that some parts describe. */
function placeOfProperty(parts: readonly Part[], name: string): string {
  const part = parts.find(({ schema }) => Object.hasOwn(asObject(schema.properties), name));
  return pointerTo(part?.pointer ?? "#", "properties", name);
}
