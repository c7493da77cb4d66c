import { asList, asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { compilePattern } from "#openapi/patterns/pattern.js";
import { typeOfKeyword } from "#values/rules/limits.js";
import { MALFORMED } from "#verify/model/finding/malformed.js";

/** An invalid value, and the violation in words. */
export interface Invalid {
  value: Json;
  /** In words: `below the minimum`. */
  what: string;
  /** The fields that the object lacks. */
  missing?: readonly string[];
}

/** The value of a keyword, its schema, and a value that fits the schema, if there is one. */
export interface Constraint {
  wanted: Json;
  schema: JsonObject;
  valid: Json | undefined;
  /** JSON pointer to the keyword. */
  keyword: string;
  /** A valid value of a property that the valid value lacks; undefined if none is known. */
  propertyOf: (name: string) => Json | undefined;
}

/** The length of the longest generated text. */
const MAX_TEXT = 100_000;

/** How each keyword of JSON Schema Validation 2020-12 is violated. Keywords that are not listed are not. */
export const VIOLATIONS: Partial<Record<string, (constraint: Constraint) => Invalid[]>> = {
  type: ({ wanted, valid }) => otherTypes([wanted].flat(), valid),
  enum: ({ wanted }) => [{ value: outside(asList(wanted)), what: "outside the enum" }],
  const: ({ wanted }) => [{ value: `no-${wanted}`, what: "other than its only value" }],
  minimum: ({ wanted, schema }) => [
    { value: Number(wanted) - stepOf(wanted, schema), what: "below the minimum" },
    ...(Number(wanted) > 0 ? [{ value: -Number(wanted) - 1, what: "below zero" }] : []),
  ],
  maximum: ({ wanted, schema }) => [{ value: Number(wanted) + stepOf(wanted, schema), what: "above the maximum" }],
  exclusiveMinimum: ({ wanted }) => exclusiveBound(wanted),
  exclusiveMaximum: ({ wanted }) => exclusiveBound(wanted),
  multipleOf: ({ wanted }) => [{ value: Number(wanted) * 1.5, what: `that is not a multiple of ${wanted}` }],
  minLength: ({ wanted }) =>
    Number(wanted) > 0
      ? [{ value: "x".repeat(Math.min(Number(wanted) - 1, MAX_TEXT)), what: "that is too short" }]
      : [],
  maxLength: ({ wanted }) =>
    Number(wanted) <= MAX_TEXT ? [{ value: "x".repeat(Number(wanted) + 1), what: "that is too long" }] : [],
  minItems: ({ wanted, valid }) =>
    Array.isArray(valid) && Number(wanted) > 0
      ? [{ value: valid.slice(0, Number(wanted) - 1), what: "with too few items" }]
      : [],
  maxItems: ({ wanted, valid, schema }) =>
    Array.isArray(valid) && valid[0] !== undefined && Number(wanted) < 1000
      ? [{ value: manyItems(valid[0], Number(wanted) + 1, schema), what: "with too many items" }]
      : [],
  uniqueItems: ({ wanted, valid }) =>
    wanted === true && Array.isArray(valid) && valid[0] !== undefined
      ? [{ value: [...valid, valid[0]], what: "with the same item twice" }]
      : [],
  pattern: ({ wanted, keyword }) => mismatches(compilePattern(String(wanted), keyword)),
  format: ({ wanted }) =>
    FORMATS.includes(String(wanted)) ? [{ value: MALFORMED, what: `that is not a valid ${wanted}` }] : [],
  required: ({ wanted, valid }) =>
    asList(wanted)
      .map(String)
      .filter((name) => asObject(valid)[name] !== undefined)
      .map((name) => ({ value: withoutFields(valid, [name]), what: `without ${name}`, missing: [name] })),
  minProperties: ({ wanted, schema, valid }) => tooFewFields(Number(wanted), schema, valid),
  dependentRequired: ({ wanted, valid, propertyOf }) =>
    Object.entries(asObject(wanted)).flatMap(([name, needed]) => {
      const value = asObject(valid)[name] ?? propertyOf(name);
      const missing = asList(needed).map(String);
      const rest = withoutFields(valid, missing);
      const isPossible = value !== undefined && isObject(valid);
      const what = `with ${name} but without ${missing.join(", ")}`;
      return isPossible ? [{ value: { ...rest, [name]: value }, what, missing }] : [];
    }),
  additionalProperties: closedObject,
  unevaluatedProperties: closedObject,
};

/** Whether a keyword constrains values of the schema's type (JSON Schema Validation 2020-12, 6.2 to 6.5, 7.1). */
export function applies(keyword: string, { type }: JsonObject): boolean {
  const constrained = typeOfKeyword(keyword);
  const types = [type ?? []].flat().map((typeName) => (typeName === "integer" ? "number" : typeName));
  return constrained === undefined || type === undefined || types.includes(constrained);
}

/** Formats that a text with spaces certainly violates. */
const FORMATS = ["date", "date-time", "email", "hostname", "idn-email", "ipv4", "ipv6", "uri", "uuid"];

const SAMPLES: readonly [type: string, value: Json][] = [
  ["string", "text"],
  ["number", 1.5],
  ["boolean", true],
  ["array", []],
  ["object", {}],
];

/** A fraction comes before a text, because some servers read texts as numbers. */
function otherTypes(types: readonly Json[], valid: Json | undefined): Invalid[] {
  const isWhole = types.includes("integer") && !types.includes("number");
  const [sample] = SAMPLES.filter(
    ([type]) => !types.includes(type) && !(type === "number" && types.includes("integer")),
  );
  return [
    ...(isWhole ? [{ value: 1.5, what: "that is a fraction" }] : []),
    ...(types.includes("null") ? [] : [{ value: null, what: "that is null" }]),
    ...(types.includes("array") || valid === undefined ? [] : [{ value: [valid], what: "in a list" }]),
    ...(sample ? [{ value: sample[1], what: `of the type ${sample[0]}` }] : []),
  ];
}

function stepOf(bound: Json, { type }: JsonObject): number {
  return Number.isInteger(Number(bound)) || type === "integer" ? 1 : 0.5;
}

/** A value of the same type as the members of an enum, but none of them. */
function outside(members: readonly Json[]): Json {
  const numbers = members.filter((member) => typeof member === "number");
  return numbers.length > 0 ? Math.max(...numbers) + 1 : `no-${members[0]}`;
}

/** Items like one, different from each other if they must be. */
function manyItems(item: Json, count: number, { uniqueItems }: JsonObject): Json[] {
  return Array.from({ length: count }, (_, index) => {
    if (uniqueItems !== true || index === 0) return item;
    if (typeof item === "number") return item + index;
    return typeof item === "string" ? `${item}${index}` : item;
  });
}

function exclusiveBound(bound: Json): Invalid[] {
  return typeof bound === "number" ? [{ value: bound, what: "on its exclusive bound" }] : [];
}

function mismatches(pattern: RegExp): Invalid[] {
  const mismatch = ["no match", "_", "0", "!"].filter((text) => !pattern.test(text)).slice(0, 1);
  return [
    ...mismatch.map((value) => ({ value, what: "against its pattern" })),
    ...(pattern.test("") ? [] : [{ value: "", what: "that is empty" }]),
  ];
}

function closedObject({ wanted, valid }: Constraint): Invalid[] {
  if (wanted !== false || !isObject(valid)) return [];
  return [{ value: { ...valid, undeclared: 1 }, what: "with an undeclared field" }];
}

/** The fields that are required, up to one less than the minimum; none if more are required. */
function tooFewFields(minimum: number, { required }: JsonObject, valid: Json | undefined): Invalid[] {
  if (!isObject(valid)) return [];
  const needed = asList(required).map(String);
  const optional = Object.keys(valid).filter((name) => !needed.includes(name));
  const removed = optional.slice(Math.max(0, minimum - 1 - needed.length));
  const value = withoutFields(valid, removed);
  return Object.keys(value).length < minimum ? [{ value, what: "with too few fields" }] : [];
}

function withoutFields(valid: Json | undefined, names: readonly Json[]): JsonObject {
  return Object.fromEntries(Object.entries(asObject(valid)).filter(([name]) => !names.includes(name)));
}
