import { isObject, type Json } from "../openapi/document.js";
import { pointerNames, pointerTo, valueAt } from "../openapi/pointer.js";
import { type Boundary, boundariesOf, placeOfProperty } from "./boundaries.js";
import { itemBounds } from "./lists.js";
import { propertyNames, requiredNames } from "./objects.js";
import type { Part } from "./parts.js";
import type { Described, ValueOptions, Values } from "./values.js";

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
  const made = values.make(described, { direction }, { presence: "all", isDocumented: true, isComposed: true });
  if ("reason" in made) return [];
  const usual = values.value(described, { direction });
  const bases = [...("value" in usual ? [usual.value] : []), made.value];
  const found = new Map<string, BoundaryValue>();
  for (const [at, parts] of made.attempt.applied) {
    const current = valueAt(made.value, at) ?? null;
    for (const { label, place, value } of [
      ...boundariesOf(parts, at, values.randomness),
      ...presenceOf(parts, current),
      ...itemCounts(parts, current),
    ]) {
      if (found.size >= most) return [...found.values()];
      const whole = bases
        .map((base) => withValue(base, pointerNames(at), value))
        .find((each) => each !== undefined && values.isValid(described, each, direction));
      const text = JSON.stringify(whole);
      if (whole === undefined || found.has(text)) continue;
      const name = pointerNames(at).join(".");
      const shown = name === "" ? label : `${name} ${label}`;
      found.set(text, { label: shown, place: values.directed.originalPointer(place), at, value: whole });
    }
  }
  return [...found.values()];
}

/** An object with and without each optional property. */
function presenceOf(parts: readonly Part[], current: Json): Boundary[] {
  if (!isObject(current)) return [];
  const required = requiredNames(parts);
  const optional = propertyNames(parts).filter((name) => !required.has(name) && current[name] !== undefined);
  const none = Object.fromEntries(Object.entries(current).filter(([name]) => !optional.includes(name)));
  return optional.flatMap((name): Boundary[] => {
    const { [name]: value = null, ...rest } = current;
    const place = placeOfProperty(parts, name);
    return [
      { label: `without ${name}`, place, value: rest },
      { label: `with ${name} alone`, place, value: { ...none, [name]: value } },
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

/** A copy with another value at a place; undefined if the place does not exist, or nothing would change there. */
function withValue(base: Json, names: readonly string[], value: Json | undefined): Json | undefined {
  const [name, ...rest] = names;
  if (name === undefined) return value;
  if (Array.isArray(base)) {
    const index = Number(name);
    const item = base[index] === undefined ? undefined : withValue(base[index], rest, value);
    return item === undefined ? undefined : base.map((each, position) => (position === index ? item : each));
  }
  if (!isObject(base)) return undefined;
  if (rest.length === 0) return value === undefined ? undefined : { ...base, [name]: value };
  const member = valueAt(base, pointerTo("", name));
  const changed = member === undefined ? undefined : withValue(member, rest, value);
  return changed === undefined ? undefined : { ...base, [name]: changed };
}
