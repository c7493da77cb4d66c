import { isObject, type Json } from "#openapi/document/document.js";
import { pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { Part } from "../attempt/parts.js";
import { itemBounds } from "../lists.js";
import { propertyNames, requiredNames } from "../objects.js";
import type { Described, ValueOptions, Values } from "../values.js";
import { type Boundary, boundariesOf, placeOfProperty } from "./boundaries.js";

/** A legal value at the edge of a constraint. */
export interface BoundaryValue {
  /** For the name of a test case: `name maxLength 64`, `status "active"`, `nickname absent`. */
  label: string;
  /** JSON pointer to the constraint in the document. */
  place: string;
  /** JSON pointer to the part of the value that is at the edge; empty for the whole value. */
  at: string;
  /** The whole value: apart from that part, it is a usual one. */
  value: Json;
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

/** The edges of a schema, and whole values in whose parts they can be put: a usual one, and one with every property. */
export interface Edges {
  bases: readonly Json[];
  edges: readonly Edge[];
}

/** The most values of one schema. */
const MOST = 200;
/** Longer lists are not made for their length alone. */
const MOST_ITEMS = 100;

/**
 * Lists legal values at the edges of a schema, for a parameter or a body: bounds and the values just inside them, each
 * member of an enum, null, the lengths 0, 1 and maximum, text that is not ASCII, and each optional property present and
 * absent. Each is valid by the validator of `verify`.
 *
 * @param options.most the most values that are listed (default: 200)
 * @returns an empty list if the schema has no valid value
 */
export function boundaryValues(
  values: Values,
  described: Described,
  { direction = "response", most = MOST }: Pick<ValueOptions, "direction"> & { most?: number } = {},
): BoundaryValue[] {
  const { bases, edges } = edgesOf(values, described, { direction });
  const found = new Map<string, BoundaryValue>();
  for (const { label, place, at, value } of edges) {
    if (found.size >= most) break;
    const whole = bases
      .map((base) => withValue(base, at, value))
      .find((each) => each !== undefined && values.isValid(described, each, direction));
    const text = JSON.stringify(whole);
    if (whole !== undefined && !found.has(text)) found.set(text, { label, place, at, value: whole });
  }
  return [...found.values()];
}

/** Lists the edges of a schema. Their values may violate the schema of the whole value, so they have to be validated. */
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
    const found = [
      ...boundariesOf(parts, at, values.randomness),
      ...presenceOf(parts, current),
      ...itemCounts(parts, current),
    ];
    return found.map((edge) => ({
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

/** A list with the fewest and the most items; the items are repeated, where they need not differ. */
function itemCounts(parts: readonly Part[], current: Json): Boundary[] {
  if (!Array.isArray(current)) return [];
  const { min, max, place } = itemBounds(parts);
  const repeated = (count: number) =>
    Array.from({ length: count }, (_, index) => current[index % current.length] ?? null);
  const label = (count: number) => `with ${count} ${count === 1 ? "item" : "items"}`;
  const counts = [min, 1, ...(max <= MOST_ITEMS && current.length > 0 ? [max] : [])];
  return counts
    .filter((count) => count <= current.length || current.length > 0)
    .map((count) => ({ label: label(count), place, value: repeated(count) }));
}

/**
 * A copy with another value at a place, or without the property there.
 *
 * @param value undefined removes the property
 * @returns undefined if the place does not exist
 */
export function withValue(base: Json, at: string, value: Json | undefined): Json | undefined {
  return replaced(base, pointerNames(at), value);
}

function replaced(base: Json, [name, ...rest]: readonly string[], value: Json | undefined): Json | undefined {
  if (name === undefined) return value;
  if (Array.isArray(base)) {
    const index = Number(name);
    const item = base[index] === undefined ? undefined : replaced(base[index], rest, value);
    return item === undefined ? undefined : base.map((each, position) => (position === index ? item : each));
  }
  if (!isObject(base)) return undefined;
  if (rest.length === 0) {
    if (value !== undefined) return { ...base, [name]: value };
    return Object.fromEntries(Object.entries(base).filter(([each]) => each !== name));
  }
  const member = valueAt(base, pointerTo("", name));
  const changed = member === undefined ? undefined : replaced(member, rest, value);
  return changed === undefined ? undefined : { ...base, [name]: changed };
}
