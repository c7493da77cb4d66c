import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import { compilePattern } from "#openapi/schema/pattern.js";
import { typeOfKeyword } from "#values/limits/limits.js";
import { MALFORMED } from "#verify/model/finding/malformed.js";

/** A value that violates one keyword of a schema. */
export interface InvalidValue {
  /** JSON pointer to the keyword. */
  keyword: string;
  value: Json;
  /** In words: `below the minimum`. */
  what: string;
  /** The field of the value that is invalid or missing, if it is one of an object's fields. */
  field?: string;
  /** The names that lead from the whole value to the one that has the keyword; none for the whole value. */
  path?: readonly string[];
}

/** The knowledge that more invalid values need. */
export interface InvalidValueOptions {
  /** How many levels of fields are made invalid (default: 3). */
  depth?: number;
  /** Whether a value is valid by a schema. Without it, `oneOf` and `anyOf` are left alone. */
  isValid?: (pointer: string, value: Json) => boolean;
  /** A valid value of a schema. Without it, lists and objects that the valid value lacks are violated in their type only. */
  sample?: (pointer: string) => Json | undefined;
}

/** The maximum of violations in optional fields that the valid value lacks: some schemas have hundreds of fields. */
const MAX_IN_ABSENT_FIELDS = 40;

/**
 * Values that violate a schema, one keyword each.
 *
 * @param valid a value that fits; its fields are made invalid one by one, and the rest of it stays as it is
 */
export function invalidValues(
  document: OpenApiDocument,
  pointer: string,
  valid: Json | undefined,
  options: InvalidValueOptions = {},
): InvalidValue[] {
  return violationsOf({ document, ...options }, pointer, valid, options.depth ?? 3, new Set());
}

type Search = InvalidValueOptions & { document: OpenApiDocument };

/** @param seen the schemas whose keywords were violated already: several parts of `allOf` may refer to one */
function violationsOf(
  search: Search,
  pointer: string,
  valid: Json | undefined,
  depth: number,
  seen: Set<string>,
): InvalidValue[] {
  const { document } = search;
  const { node: schema, pointer: at } = resolveReference(document, valueAt(document, pointer), pointer);
  if (seen.has(at)) return [];
  seen.add(at);
  const ownKeywords = Object.entries(schema).flatMap(([keyword, wanted]) => {
    // A document may have a keyword `constructor`.
    const violation = Object.hasOwn(VIOLATIONS, keyword) ? VIOLATIONS[keyword] : undefined;
    if (!violation || !applies(keyword, schema)) return [];
    const invalid = violation({ wanted, schema, valid, keyword: pointerTo(at, keyword) });
    return invalid.map((value) => ({ ...value, keyword: pointerTo(at, keyword) }));
  });
  const parts = asList(schema.allOf).flatMap((_, index) =>
    violationsOf(search, pointerTo(at, "allOf", index), valid, depth, seen),
  );
  const branches = branchesOf(search, schema, at, valid).flatMap((branch) =>
    violationsOf(search, branch, valid, depth, seen).filter(({ value }) => !search.isValid?.(at, value)),
  );
  const fields = isObject(valid) && depth > 0 ? fieldViolations(search, schema, at, valid, depth) : [];
  return [...ownKeywords, ...parts, ...branches, ...fields];
}

/** The branches of `oneOf` and `anyOf` that a value is valid by. */
function branchesOf({ isValid }: Search, schema: JsonObject, at: string, valid: Json | undefined): string[] {
  if (!isValid || valid === undefined) return [];
  return ["oneOf", "anyOf"].flatMap((keyword) =>
    asList(schema[keyword]).flatMap((_, index) => {
      const branch = pointerTo(at, keyword, index);
      return isValid(branch, valid) ? [branch] : [];
    }),
  );
}

/** Makes each field of an object invalid. An absent field is added, unless it requires others, or is not for requests. */
function fieldViolations(
  search: Search,
  schema: JsonObject,
  at: string,
  valid: JsonObject,
  depth: number,
): InvalidValue[] {
  const names = Object.keys(asObject(schema.properties));
  const violationsIn = (name: string, value: Json | undefined) =>
    violationsOf(search, pointerTo(at, "properties", name), value, depth - 1, new Set()).map((invalid) => ({
      ...invalid,
      field: name,
      path: [name, ...(invalid.path ?? [])],
      what: `${name} ${invalid.what}`,
      value: { ...valid, [name]: invalid.value },
    }));
  const present = names.filter((name) => valid[name] !== undefined);
  const absent = names.filter((name) => valid[name] === undefined && mayBeAdded(search, schema, at, name));
  return [
    ...present.flatMap((name) => violationsIn(name, valid[name])),
    ...absent
      .flatMap((name) => violationsIn(name, sampleOf(search, pointerTo(at, "properties", name))))
      .slice(0, MAX_IN_ABSENT_FIELDS),
  ];
}

function mayBeAdded({ document }: Search, schema: JsonObject, at: string, name: string): boolean {
  const requiresOthers = [schema.dependentRequired, schema.dependentSchemas].some(
    (dependencies) => asObject(dependencies)[name],
  );
  const place = pointerTo(at, "properties", name);
  const { node } = resolveReference(document, valueAt(document, place), place);
  return !requiresOthers && node.readOnly !== true && asObject(valueAt(document, place)).readOnly !== true;
}

/** A valid list or object; undefined for other types, which need none to be violated. */
function sampleOf({ document, sample }: Search, place: string): Json | undefined {
  const { node, pointer: at } = resolveReference(document, valueAt(document, place), place);
  const types = [node.type ?? []].flat();
  const value = types.includes("array") || types.includes("object") ? sample?.(place) : undefined;
  if (!Array.isArray(value) || value.length > 0 || node.items === undefined) return value;
  // An empty list violates no constraint of its items.
  const item = sample?.(pointerTo(at, "items"));
  return item === undefined ? value : [item];
}

type Invalid = Pick<InvalidValue, "value" | "what" | "field">;

/** The value of a keyword, its schema, and a value that fits the schema, if there is one. */
interface Constraint {
  wanted: Json;
  schema: JsonObject;
  valid: Json | undefined;
  /** JSON pointer to the keyword. */
  keyword: string;
}

/** The length of the longest generated text. */
const MAX_TEXT = 100_000;

/** How each keyword of JSON Schema Validation 2020-12 is violated. Keywords that are not listed are not. */
const VIOLATIONS: Partial<Record<string, (constraint: Constraint) => Invalid[]>> = {
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
      .map((name) => ({ value: withoutFields(valid, [name]), what: `without ${name}`, field: name })),
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

/** Whether a keyword constrains values of the schema's type (JSON Schema Validation 2020-12, 6.2 to 6.5, 7.1). */
function applies(keyword: string, { type }: JsonObject): boolean {
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

function withoutFields(valid: Json | undefined, names: readonly Json[]): JsonObject {
  return Object.fromEntries(Object.entries(asObject(valid)).filter(([name]) => !names.includes(name)));
}
