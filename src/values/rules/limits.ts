import { UserError } from "#cli/user-error.js";
import { asList, isObject, type Json } from "#openapi/document/document.js";
import { compilePattern } from "#openapi/patterns/pattern.js";
import { isMultipleOf } from "#openapi/validator/keywords/decimal.js";
import { isSame } from "./is-same.js";
import { keywordOf, type Part, Unsatisfiable } from "./parts.js";

/** A bound, and the place of its keyword. */
export interface Limit {
  value: number;
  place: string;
}

/** The types of JSON Schema (Validation 2020-12, 6.1.1), the ones that say most first. */
const TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"] as const;
export type Type = (typeof TYPES)[number];

/** A keyword of derived schemas: values that are excluded. JSON Schema has only `not` for it. */
export const EXCLUDED = "x-excluded-values";

/** The keywords that apply to one type only. */
const KEYWORDS: Partial<Record<Type, readonly string[]>> = {
  object: [
    ...["properties", "required", "additionalProperties", "patternProperties", "unevaluatedProperties"],
    ...["propertyNames", "minProperties", "maxProperties", "dependentRequired"],
  ],
  array: ["items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems"],
  string: ["minLength", "maxLength", "pattern", "format"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
};

/** The only type to which a keyword applies. A schema without `type` describes that type (Core 2020-12, 7.6.1). */
export function typeOfKeyword(keyword: string): Type | undefined {
  return TYPES.find((type) => KEYWORDS[type]?.includes(keyword));
}

/** The types that all parts admit; `integer` only where `number` is not admitted. */
export function admittedTypes(parts: readonly Part[]): readonly Type[] {
  const lists = keywordOf(parts, "type").map(({ value }) => value);
  if (lists.length === 0) return ANY_TYPE;
  const admitted = TYPES.filter((type) => lists.every((list) => hasValueOfType(list, type)));
  return admitted.includes("number") ? admitted.filter((type) => type !== "integer") : admitted;
}

const ANY_TYPE: readonly Type[] = TYPES.filter((type) => type !== "integer");

/** Whether the keyword `type` admits a type. */
function hasValueOfType(list: Json, type: Type): boolean {
  if (Array.isArray(list)) return list.some((item) => hasValueOfType(item, type));
  return list === type || (type === "integer" && list === "number");
}

/** A text that a pattern of numbers admits, and others. */
const [DIGITS, ...WORDS] = ["10", "", "a", "a1", "-", " "];

/** Whether the only texts beside numbers are digits, as .NET describes every number. */
function isNumberInText(parts: readonly Part[], types: readonly Type[]): boolean {
  if (!types.includes("string") || !(types.includes("integer") || types.includes("number"))) return false;
  return keywordOf(parts, "pattern").some(({ value, place }) => {
    const isMatch = (text = "") => matches(String(value), text, place);
    return isMatch(DIGITS) && !WORDS.some(isMatch);
  });
}

/**
 * The admitted types, the one that the other keywords describe first, and null last. Some servers read numbers as texts too, and
 * write them as numbers alone.
 */
export function likelyTypes(parts: readonly Part[]): readonly Type[] {
  const admitted = admittedTypes(parts);
  if (keywordOf(parts, "type").length > 0) {
    return isNumberInText(parts, admitted) ? admitted.filter((type) => type !== "string") : admitted;
  }
  const described = parts.flatMap(({ schema }) => Object.keys(schema).flatMap((name) => typeOfKeyword(name) ?? []));
  return [...new Set([...described, "string" as const, ...admitted])].filter((type) => admitted.includes(type));
}

/** The largest value of a keyword for a lower bound. */
export function largest(parts: readonly Part[], keyword: string): Limit | undefined {
  return numbers(parts, keyword).reduce<Limit | undefined>(
    (most, limit) => (most && most.value >= limit.value ? most : limit),
    undefined,
  );
}

/** The smallest value of a keyword for an upper bound. */
export function smallest(parts: readonly Part[], keyword: string): Limit | undefined {
  return numbers(parts, keyword).reduce<Limit | undefined>(
    (least, limit) => (least && least.value <= limit.value ? least : limit),
    undefined,
  );
}

function numbers(parts: readonly Part[], keyword: string): Limit[] {
  return keywordOf(parts, keyword).flatMap(({ value, place }) => (typeof value === "number" ? [{ value, place }] : []));
}

/** The values to which `const` and `enum` restrict a value, and the place of a keyword. */
export interface FixedValues {
  values: readonly Json[];
  place: string;
}

/**
 * The values to which `const` and `enum` restrict a value.
 *
 * @returns undefined if no part has either keyword
 */
export function fixedValues(parts: readonly Part[]): FixedValues | undefined {
  const lists = [
    ...keywordOf(parts, "const").map(({ value, place }) => ({ values: [value], place })),
    ...keywordOf(parts, "enum").map(({ value, place }) => ({ values: asList(value), place })),
  ];
  const [first, ...rest] = lists;
  if (!first) return undefined;
  const isShared = (value: Json) => rest.every(({ values }) => values.some((item) => isSame(item, value)));
  return { values: first.values.filter(isShared), place: first.place };
}

export function isOfType(value: Json, type: Type): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** Whether a number satisfies the keywords of numbers. */
export function numberTest(parts: readonly Part[]): (value: number) => boolean {
  const least = largest(parts, "minimum")?.value ?? Number.NEGATIVE_INFINITY;
  const most = smallest(parts, "maximum")?.value ?? Number.POSITIVE_INFINITY;
  const above = largest(parts, "exclusiveMinimum")?.value ?? Number.NEGATIVE_INFINITY;
  const below = smallest(parts, "exclusiveMaximum")?.value ?? Number.POSITIVE_INFINITY;
  const steps = numbers(parts, "multipleOf");
  return (value) =>
    value >= least &&
    value <= most &&
    value > above &&
    value < below &&
    steps.every(({ value: step }) => isMultipleOf(value, step));
}

/** Whether a text satisfies the keywords of texts but `format`. */
export function textTest(parts: readonly Part[]): (text: string) => boolean {
  const least = largest(parts, "minLength")?.value ?? 0;
  const most = smallest(parts, "maxLength")?.value ?? Number.POSITIVE_INFINITY;
  const patterns = keywordOf(parts, "pattern");
  return (text) => {
    const length = least > 0 || most < Number.POSITIVE_INFINITY ? lengthOf(text) : 0;
    return (
      length >= least && length <= most && patterns.every(({ value, place }) => matches(String(value), text, place))
    );
  };
}

/** The length of a text in Unicode characters, by which `minLength` and `maxLength` count (Validation 2020-12, 6.3.1). */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** @throws Unsatisfiable if the pattern is not a regular expression, or takes too long */
export function matches(pattern: string, text: string, place: string): boolean {
  try {
    return compilePattern(pattern).test(text);
  } catch (error) {
    if (error instanceof UserError) throw new Unsatisfiable(place, error.message);
    throw error;
  }
}
