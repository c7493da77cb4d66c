import { asObject, type Json } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { keywordOf, type Part } from "../attempt/parts.js";
import { numberBounds } from "../numbers.js";
import type { Randomness } from "../randomness.js";
import { textLikePattern } from "../texts/pattern-texts.js";
import { MAX_TEXT, plainText, wordOf } from "../texts/texts.js";
import { admittedTypes, fixedValues, largest, smallest, type Type } from "./limits.js";

/** A value at the edge of a constraint. */
export interface Boundary {
  label: string;
  place: string;
  value: Json;
}

/** More members of an enum, and more items, are not listed. */
const MOST_MEMBERS = 50;

/** The edges of one value that is not an object. They may violate other keywords, so they have to be validated. */
export function boundariesOf(parts: readonly Part[], at: string, randomness: Randomness): Boundary[] {
  const fixed = fixedValues(parts);
  const place = keywordOf(parts, "type")[0]?.place ?? parts[0]?.pointer ?? "#";
  if (fixed) {
    const members = fixed.values.slice(0, MOST_MEMBERS);
    return members.map((value) => ({ label: JSON.stringify(value), place: fixed.place, value }));
  }
  const types = admittedTypes(parts);
  // A schema without a type admits every type, which authors seldom intend.
  if (keywordOf(parts, "type").length === 0) return [];
  return types.flatMap((type) => EDGES[type]?.(parts, at, randomness, place) ?? []);
}

type Edges = (parts: readonly Part[], at: string, randomness: Randomness, place: string) => Boundary[];

const EDGES: Partial<Record<Type, Edges>> = {
  null: (_, __, ___, place) => [{ label: "null", place, value: null }],
  boolean: (_, __, ___, place) => [true, false].map((value) => ({ label: String(value), place, value })),
  number: (parts) => numberEdges(parts, false),
  integer: (parts) => numberEdges(parts, true),
  string: textEdges,
};

function numberEdges(parts: readonly Part[], isWhole: boolean): Boundary[] {
  const { low, high } = numberBounds(parts, isWhole);
  const steps = keywordOf(parts, "multipleOf").map(({ value }) => Number(value));
  const step = Math.max(...steps, isWhole ? 1 : 0) || Math.max(1, high - low) / 100;
  const lower = largest(parts, "minimum") ?? largest(parts, "exclusiveMinimum");
  const upper = smallest(parts, "maximum") ?? smallest(parts, "exclusiveMaximum");
  const nameOf = (place: string) => place.slice(place.lastIndexOf("/") + 1);
  const edges = (limit: { value: number; place: string } | undefined, bound: number, inward: number): Boundary[] => {
    if (!limit) return [];
    const label = `${nameOf(limit.place)} ${limit.value}`;
    // The first multiple inside the bound.
    const first = steps.length > 0 ? (inward > 0 ? Math.ceil(bound / step) : Math.floor(bound / step)) * step : bound;
    return [
      { label, place: limit.place, value: first },
      { label: `just inside ${label}`, place: limit.place, value: Number((first + inward * step).toPrecision(15)) },
    ];
  };
  return [...edges(lower, low, 1), ...edges(upper, high, -1)];
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
      : plainText(wordOf(at), length, randomness);
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

/** The properties of an object that some parts describe, with the place of each. */
export function placeOfProperty(parts: readonly Part[], name: string): string {
  const part = parts.find(({ schema }) => Object.hasOwn(asObject(schema.properties), name));
  return pointerTo(part?.pointer ?? "#", "properties", name);
}
