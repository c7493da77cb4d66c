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
import { applies, VIOLATIONS } from "./keyword-violations.js";
import { ranked } from "./ranked.js";

/** A value that violates one keyword of a schema. */
export interface InvalidValue {
  /** JSON pointer to the keyword. */
  keyword: string;
  value: Json;
  /** In words: `below the minimum`. */
  what: string;
  /** The field of the value that is invalid or missing, if it is one of an object's fields. */
  field?: string;
  /** The fields that the object at the end of the path lacks. */
  missing?: readonly string[];
  /** Whether it is in an optional field that the valid value lacks. */
  isAdded?: boolean;
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

/** The maximum of violations in optional fields that an object lacks: some schemas have hundreds of fields. */
const MAX_IN_ABSENT_FIELDS = 80;

/**
 * Values that violate a schema, one keyword each.
 *
 * @param valid a value that fits. Its fields are made invalid one by one, and the rest of it stays as it is
 */
export function invalidValues(
  document: OpenApiDocument,
  pointer: string,
  valid: Json | undefined,
  options: InvalidValueOptions = {},
): InvalidValue[] {
  return violationsOf({ document, ...options }, pointer, valid, options.depth ?? 3, new Set());
}

interface Search extends InvalidValueOptions {
  document: OpenApiDocument;
  /** Whether the value is an optional field that was added. It gets no further lists and objects, which may be without end. */
  isAdded?: boolean;
}

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
    const propertyOf = (name: string) => search.sample?.(pointerTo(at, "properties", name));
    const invalid = violation({ wanted, schema, valid, keyword: pointerTo(at, keyword), propertyOf });
    return invalid.map((value): InvalidValue => {
      const [field, ...others] = value.missing ?? [];
      const isOne = field !== undefined && others.length === 0;
      return { ...value, ...(isOne ? { field } : {}), keyword: pointerTo(at, keyword) };
    });
  });
  const parts = asList(schema.allOf).flatMap((_, index) =>
    violationsOf(search, pointerTo(at, "allOf", index), valid, depth, seen),
  );
  const branches = branchesOf(search, schema, at, valid).flatMap((branch) =>
    violationsOf(search, branch, valid, depth, seen).filter(({ value }) => !search.isValid?.(at, value)),
  );
  const place: Place = { search, schema, at, depth };
  const fields = isObject(valid) && depth > 0 ? fieldViolations(place, valid) : [];
  const entries = isObject(valid) && depth > 0 ? entryViolations(place, valid) : [];
  const items = Array.isArray(valid) ? itemViolations(place, valid) : [];
  return [...ownKeywords, ...parts, ...branches, ...fields, ...entries, ...items];
}

/** A schema whose parts are violated. */
interface Place {
  search: Search;
  schema: JsonObject;
  /** JSON pointer to the schema. */
  at: string;
  /** How many levels of fields are made invalid. */
  depth: number;
}

/** The schemas that apply to a value under a condition: branches of `oneOf` and `anyOf`, `then`, `else`, `dependentSchemas`. */
function branchesOf({ isValid }: Search, schema: JsonObject, at: string, valid: Json | undefined): string[] {
  if (!isValid || valid === undefined) return [];
  const alternatives = ["oneOf", "anyOf"].flatMap((keyword) =>
    asList(schema[keyword]).flatMap((_, index) => {
      const branch = pointerTo(at, keyword, index);
      return isValid(branch, valid) ? [branch] : [];
    }),
  );
  const consequence = schema.if !== undefined && isValid(pointerTo(at, "if"), valid) ? "then" : "else";
  const isConditional = schema.if !== undefined && schema[consequence] !== undefined;
  const dependent = Object.keys(asObject(schema.dependentSchemas)).filter(
    (name) => asObject(valid)[name] !== undefined,
  );
  return [
    ...alternatives,
    ...(isConditional ? [pointerTo(at, consequence)] : []),
    ...dependent.map((name) => pointerTo(at, "dependentSchemas", name)),
  ];
}

/** A violation of a part, in words: `size below the minimum`, `sizes[0] below the minimum`. */
export function inWords(part: string, violation: string): string {
  return `${part}${violation.startsWith("[") ? "" : " "}${violation}`;
}

/** Violations inside of a part of a value: the same violations of the whole value. */
function within(
  violations: readonly InvalidValue[],
  name: string | number,
  shown: string,
  whole: (part: Json) => Json,
): InvalidValue[] {
  return violations.map((invalid) => ({
    ...invalid,
    ...(typeof name === "string" ? { field: name } : {}),
    path: [String(name), ...(invalid.path ?? [])],
    what: inWords(shown, invalid.what),
    value: whole(invalid.value),
  }));
}

/** Makes each field of an object invalid. An absent field is added, unless it requires others, or is not for requests. */
function fieldViolations({ search, schema, at, depth }: Place, valid: JsonObject): InvalidValue[] {
  const names = Object.keys(asObject(schema.properties));
  const placeOf = (name: string) => pointerTo(at, "properties", name);
  const violationsIn = (own: Search, name: string, value: Json | undefined) =>
    within(violationsOf(own, placeOf(name), value, depth - 1, new Set()), name, name, (part) => ({
      ...valid,
      [name]: part,
    }));
  const present = names.filter((name) => valid[name] !== undefined);
  const absent = names.filter((name) => valid[name] === undefined && mayBeAdded(search, schema, at, name));
  const added = absent.map((name) => ({ name, sample: sampleOf(search, placeOf(name)) }));
  const inAdded = added
    .filter(({ sample }) => !search.isAdded || sample === undefined)
    .map(({ name, sample }) => violationsIn({ ...search, isAdded: true }, name, sample));
  return [
    ...present.flatMap((name) => violationsIn(search, name, valid[name])),
    ...inTurn(inAdded).map((invalid) => ({ ...invalid, isAdded: true })),
  ];
}

/** The violations of several fields up to the maximum, one of each field after the other. They keep their order. */
function inTurn(fields: readonly InvalidValue[][]): InvalidValue[] {
  const all = fields.flat();
  if (all.length <= MAX_IN_ABSENT_FIELDS) return all;
  const chosen = new Set(ranked(all, ({ field = "" }) => field).slice(0, MAX_IN_ABSENT_FIELDS));
  return all.filter((value) => chosen.has(value));
}

/** Makes an item of a list invalid: the last one, because a server may look at the first one alone. */
function itemViolations({ search, schema, at, depth }: Place, valid: readonly Json[]): InvalidValue[] {
  const prefixes = asList(schema.prefixItems).length;
  return valid.flatMap((item, index) => {
    const isLast = index === valid.length - 1;
    if (index >= prefixes && !(isLast && isObject(schema.items))) return [];
    const place = index < prefixes ? pointerTo(at, "prefixItems", index) : pointerTo(at, "items");
    const violations = violationsOf(search, place, item, depth, new Set());
    return within(violations, index, `[${index}]`, (part) => valid.with(index, part));
  });
}

/** The name of an entry of a map whose names have no schema. */
const ENTRY = "entry";

/** The most entries of a map with too many. */
const MAX_ENTRIES = 1000;

/** Makes a map invalid: the value of an entry, the name of one, and the number of them. */
function entryViolations(place: Place, valid: JsonObject): InvalidValue[] {
  const { search, schema, at, depth } = place;
  const { additionalProperties, propertyNames, maxProperties } = schema;
  if (additionalProperties === false) return [];
  const [values, names] = [pointerTo(at, "additionalProperties"), pointerTo(at, "propertyNames")];
  const name = entryName(place, valid);
  const value = valid[name] ?? (isObject(additionalProperties) ? filledSample(search, values) : undefined) ?? "x";
  const ofValue = isObject(additionalProperties) ? violationsOf(search, values, value, depth - 1, new Set()) : [];
  const ofName = isObject(propertyNames) ? violationsOf(search, names, undefined, 0, new Set()) : [];
  const isLimited = typeof maxProperties === "number" && maxProperties < MAX_ENTRIES;
  const many = Array.from({ length: isLimited ? maxProperties + 1 : 0 }, (_, index) => `${name}${index}`);
  const areNames = propertyNames === undefined || many.every((entry) => search.isValid?.(names, entry));
  return [
    ...within(ofValue, name, "entry", (part) => ({ ...valid, [name]: part })),
    ...ofName.flatMap(({ keyword, value: invalid, what }): InvalidValue[] =>
      typeof invalid === "string"
        ? [{ keyword, what: `with a name ${what}`, value: { ...valid, [invalid]: value } }]
        : [],
    ),
    ...(many.length > 0 && areNames
      ? [
          {
            keyword: pointerTo(at, "maxProperties"),
            what: "with too many fields",
            value: { ...valid, ...Object.fromEntries(many.map((entry) => [entry, value])) },
          },
        ]
      : []),
  ];
}

/** The name of an entry that a map has, or that its schema allows. */
function entryName({ search, schema, at }: Place, valid: JsonObject): string {
  const own = Object.keys(valid).find((name) => asObject(schema.properties)[name] === undefined);
  const sampled = schema.propertyNames === undefined ? ENTRY : search.sample?.(pointerTo(at, "propertyNames"));
  return own ?? (typeof sampled === "string" && sampled !== "" ? sampled : ENTRY);
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
function sampleOf(search: Search, place: string): Json | undefined {
  const { node } = resolveReference(search.document, valueAt(search.document, place), place);
  const types = [node.type ?? []].flat();
  return types.includes("array") || types.includes("object") ? filledSample(search, place) : undefined;
}

/** A valid value. A list has an item, because an empty list violates no constraint of its items. */
export function filledSample({ document, sample }: Search, place: string): Json | undefined {
  const { node, pointer: at } = resolveReference(document, valueAt(document, place), place);
  const value = sample?.(place);
  if (!Array.isArray(value) || value.length > 0 || node.items === undefined) return value;
  const item = sample?.(pointerTo(at, "items"));
  return item === undefined ? value : [item];
}
