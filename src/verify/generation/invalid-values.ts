import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "../../openapi/document.js";
import { compilePattern } from "../../openapi/pattern.js";
import { pointerTo, valueAt } from "../../openapi/pointer.js";
import { resolveReference } from "../../openapi/reference.js";

/** A value that violates one keyword of a schema. */
export interface InvalidValue {
  /** JSON pointer to the keyword. */
  keyword: string;
  value: Json;
  /** In words: `below the minimum`. */
  what: string;
}

/**
 * Values that violate a schema, one keyword each.
 *
 * @param valid a value that fits; its fields are made invalid one by one, and the rest of it stays as it is
 * @param depth how many levels of fields are made invalid
 */
export function invalidValues(
  document: OpenApiDocument,
  pointer: string,
  valid: Json | undefined,
  depth = 3,
): InvalidValue[] {
  const { node: schema, pointer: at } = resolveReference(document, valueAt(document, pointer), pointer);
  const ownKeywords = Object.entries(schema).flatMap(([keyword, wanted]) => {
    const invalid = VIOLATIONS[keyword]?.({ wanted, schema, valid }) ?? [];
    return invalid.map((each) => ({ ...each, keyword: pointerTo(at, keyword) }));
  });
  const parts = asList(schema.allOf).flatMap((_, index) =>
    invalidValues(document, pointerTo(at, "allOf", index), valid, depth),
  );
  if (!isObject(valid) || depth === 0) return [...ownKeywords, ...parts];
  const fields = Object.keys(asObject(schema.properties)).flatMap((name) =>
    // An absent field stays absent: other fields may be required beside it.
    valid[name] === undefined
      ? []
      : invalidValues(document, pointerTo(at, "properties", name), valid[name], depth - 1).map(
          ({ keyword, value, what }) => ({ keyword, what: `${name} ${what}`, value: { ...valid, [name]: value } }),
        ),
  );
  return [...ownKeywords, ...parts, ...fields];
}

type Invalid = Pick<InvalidValue, "value" | "what">;

/** The value of a keyword, its schema, and a value that fits the schema, if there is one. */
interface Constraint {
  wanted: Json;
  schema: JsonObject;
  valid: Json | undefined;
}

/** The length of the longest generated text. */
const MAX_TEXT = 100_000;

/** How each keyword of JSON Schema Validation 2020-12 is violated. Keywords that are not listed are not. */
const VIOLATIONS: Partial<Record<string, (constraint: Constraint) => Invalid[]>> = {
  type: ({ wanted, valid }) => otherTypes([wanted].flat(), valid),
  enum: ({ wanted }) => [{ value: `no-${asList(wanted)[0]}`, what: "outside the enum" }],
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
  maxItems: ({ wanted, valid }) =>
    Array.isArray(valid) && valid[0] !== undefined && Number(wanted) < 1000
      ? [{ value: Array.from({ length: Number(wanted) + 1 }, () => valid[0] ?? null), what: "with too many items" }]
      : [],
  pattern: ({ wanted }) => mismatches(compilePattern(String(wanted))),
  format: ({ wanted }) =>
    FORMATS.includes(String(wanted)) ? [{ value: "no such format", what: `that is not a ${wanted}` }] : [],
  required: ({ wanted, valid }) =>
    asList(wanted)
      .map(String)
      .filter((name) => asObject(valid)[name] !== undefined)
      .map((name) => ({ value: withoutFields(valid, [name]), what: `without ${name}` })),
  dependentRequired: ({ wanted, valid }) =>
    Object.entries(asObject(wanted))
      .filter(([name]) => asObject(valid)[name] !== undefined)
      .map(([name, needed]) => ({
        value: withoutFields(valid, asList(needed)),
        what: `with ${name} but without ${asList(needed).join(", ")}`,
      })),
  additionalProperties: closedObject,
  unevaluatedProperties: closedObject,
};

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

function withoutFields(valid: Json | undefined, names: readonly Json[]): JsonObject {
  return Object.fromEntries(Object.entries(asObject(valid)).filter(([name]) => !names.includes(name)));
}
