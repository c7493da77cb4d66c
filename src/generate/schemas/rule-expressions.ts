import { fullFormats } from "ajv-formats/dist/formats.js";
import type { Direction } from "#openapi/direction/absent-properties.js";
import { asList, isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { isPattern, readablePattern } from "#openapi/patterns/pattern.js";
import { discriminationOf } from "#openapi/schema/discriminator.js";
import { literal } from "../names.js";
import { hasDigits, isLong, isMoment, isNullable, type ValueTypes } from "../types/value-types.js";

/** A schema has a part that the rules of src/schemas cannot express. */
export class Inexpressible extends Error {
  override name = "Inexpressible";
}

/** Keywords of JSON Schema 2020-12, or of Ajv, that no rule has. */
const OTHERS = ["unevaluatedProperties", "unevaluatedItems", "$dynamicRef", "$recursiveRef", "dependencies"];

const TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"];

/** Keywords whose value is a number, and whose rule has the same name. */
const NUMERIC = [
  ...["minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["minItems", "maxItems", "minProperties", "maxProperties"],
];

/** Formats whose rules are functions of src/schemas/formats.ts. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  date: 's.format("date", s.isDate)',
  time: 's.format("time", s.isTime)',
  "date-time": 's.format("date-time", s.isDateTime)',
  byte: 's.format("byte", s.isByte)',
  uri: 's.format("uri", s.isUri)',
  int32: 's.numberFormat("int32", s.isInt32)',
  int64: 's.numberFormat("int64", Number.isInteger)',
};

/** Formats that our validator defines otherwise than ajv-formats (src/openapi/validator/compiled-schemas.ts). */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  "idn-email": /^.+@[^@]+$/s,
};

/** Formats that are not checked: those of numbers that any number has, and names that JSON Schema does not have. */
const UNCHECKED = [
  "float",
  "double",
  "password",
  "binary",
  "url",
  "iso-time",
  "iso-date-time",
  "json-pointer-uri-fragment",
];

/** A rule for schemas that admit everything. */
const EVERYTHING = "s.all()";

/** The bodies that rules read: those of responses, or those of requests before they are sent. */
interface Reading {
  types: ValueTypes;
  direction: Direction;
}

/** Writes schemas of a document as expressions of the rules in src/schemas. */
export class RuleExpressions {
  readonly #document: OpenApiDocument;
  readonly #absent: Map<unknown, Set<string>>;
  readonly #types: ValueTypes;
  readonly #isSent: boolean;
  readonly #reference: (pointer: string) => string;

  /**
   * @param absent the properties that these bodies do not have, by schema
   * @param reference gives the name of the rule for a place of the document
   */
  constructor(
    document: OpenApiDocument,
    absent: Map<unknown, Set<string>>,
    { types, direction }: Reading,
    reference: (pointer: string) => string,
  ) {
    this.#document = document;
    this.#absent = absent;
    this.#types = types;
    this.#isSent = direction === "request";
    this.#reference = reference;
  }

  /** @throws Inexpressible */
  of(schema: Json | undefined): string {
    if (schema === true || schema === undefined) return EVERYTHING;
    if (schema === false) return "s.never";
    if (!isObject(schema)) throw new Inexpressible("a schema that is not an object");
    const other = OTHERS.find((name) => schema[name] !== undefined);
    if (other !== undefined) throw new Inexpressible(`\`${other}\``);
    const rules = [
      ...this.#ofValue(schema),
      ...this.#ofObject(schema),
      ...this.#ofList(schema),
      ...this.#ofChoices(schema),
    ];
    return rules.length === 1 ? rules.join("") : `s.all(${rules.join(", ")})`;
  }

  #ofValue(schema: JsonObject): string[] {
    const { $ref, enum: values, const: constant, pattern, format } = schema;
    const converted = this.#ofConverted(schema);
    if (converted !== undefined) return [converted];
    const rules: string[] = [];
    if ($ref !== undefined) rules.push(this.#ofReference($ref));
    if (schema.type !== undefined)
      rules.push(
        `s.type(${typesOf(schema)
          .map((name) => JSON.stringify(name))
          .join(", ")})`,
      );
    if (values !== undefined) {
      if (asList(values).length === 0) throw new Inexpressible("`enum` without values");
      rules.push(`s.among(${asList(values).map(literal).join(", ")})`);
    }
    if (constant !== undefined) rules.push(`s.among(${literal(constant)})`);
    for (const name of NUMERIC) {
      if (schema[name] !== undefined) rules.push(`s.${name}(${numberOf(schema, name)})`);
    }
    if (pattern !== undefined) rules.push(`s.matches(${regExp(pattern)})`);
    const { dates } = this.#types;
    if (dates !== undefined && isMoment(schema)) rules.push(dates === "Date" ? "s.toDate" : "s.toInstant");
    else if (typeof format === "string") rules.push(...ofFormat(format));
    if (
      hasDigits(this.#types) &&
      !this.#isSent &&
      [schema.type].flat().some((name) => /^(integer|number)$/.test(`${name}`))
    )
      rules.push(isLong(schema) ? "s.toBigInt" : "s.toNumber");
    return rules;
  }

  /**
   * The rule of a value that has another type in a client than in JSON. Keywords do not concern it. Undefined for any other.
   */
  #ofConverted(schema: JsonObject): string | undefined {
    const { dates, int64 } = this.#types;
    if (this.#isSent && dates !== undefined && isMoment(schema)) return EVERYTHING;
    if (int64 !== "string" || !isLong(schema)) return undefined;
    const rule = this.#isSent ? "s.fromDigits" : "s.toDigits";
    return isNullable(schema) ? `s.any(s.type("null"), ${rule})` : rule;
  }

  #ofReference($ref: Json): string {
    if (typeof $ref === "string" && $ref.startsWith("#/")) return this.#reference($ref);
    throw new Inexpressible(`the reference ${JSON.stringify($ref)}`);
  }

  #ofObject(schema: JsonObject): string[] {
    const { properties, patternProperties, additionalProperties, propertyNames } = schema;
    const rules: string[] = [];
    const absent = this.#absent.get(schema);
    const needed = asList(schema.required).filter((name) => typeof name === "string" && !absent?.has(name));
    if (needed.length > 0) rules.push(`s.required(${needed.map(literal).join(", ")})`);
    const parts = [
      isObject(properties) && `properties: ${this.#map(properties)}`,
      isObject(patternProperties) &&
        `patterns: [${Object.entries(patternProperties)
          .map(([pattern, rule]) => `[${regExp(pattern)}, ${this.of(rule)}]`)
          .join(", ")}]`,
      additionalProperties !== undefined && additionalProperties !== true && `rest: ${this.of(additionalProperties)}`,
    ].filter((part) => part !== false);
    if (parts.length > 0) rules.push(`s.members({ ${parts.join(", ")} })`);
    if (propertyNames !== undefined) rules.push(`s.names(${this.of(propertyNames)})`);
    if (schema.dependentRequired !== undefined) rules.push(`s.requiredBeside(${literal(schema.dependentRequired)})`);
    if (isObject(schema.dependentSchemas)) rules.push(`s.rulesBeside(${this.#map(schema.dependentSchemas)})`);
    if (schema.writeOnly === true && this.#absent.size > 0) rules.push("s.hidden");
    return rules;
  }

  #ofList(schema: JsonObject): string[] {
    const { items, prefixItems, contains, uniqueItems } = schema;
    if (Array.isArray(items)) throw new Inexpressible("`items` that is a list");
    const rules: string[] = [];
    const first = asList(prefixItems).map((item) => this.of(item));
    if (items !== undefined || first.length > 0) {
      rules.push(`s.items(${[items === undefined ? "undefined" : this.of(items), ...first].join(", ")})`);
    }
    if (contains !== undefined) {
      const least = schema.minContains === undefined ? 1 : numberOf(schema, "minContains");
      const most = schema.maxContains === undefined ? "" : `, ${numberOf(schema, "maxContains")}`;
      rules.push(`s.contains(${this.of(contains)}, ${least}${most})`);
    }
    if (uniqueItems === true) rules.push("s.uniqueItems()");
    return rules;
  }

  #ofChoices(schema: JsonObject): string[] {
    const { allOf, anyOf, oneOf, not, if: condition, then, else: otherwise, discriminator } = schema;
    const rules: string[] = [];
    const each = (schemas: Json | undefined) => asList(schemas).map((schema) => this.of(schema));
    rules.push(...each(allOf));
    const selection = { anyOf: this.#ofSelection(schema, "anyOf"), oneOf: this.#ofSelection(schema, "oneOf") };
    if (selection.anyOf !== undefined) rules.push(selection.anyOf);
    else if (anyOf !== undefined) {
      const choices = each(anyOf);
      // Where one of them admits everything, the others are not tried: one may apply to itself without end.
      if (!choices.includes(EVERYTHING)) rules.push(`s.any(${choices.join(", ")})`);
    }
    const choose = discriminator === undefined ? "one" : "any";
    if (selection.oneOf !== undefined) rules.push(selection.oneOf);
    else if (oneOf !== undefined) rules.push(`s.${choose}(${each(oneOf).join(", ")})`);
    if (not !== undefined) rules.push(`s.not(${this.of(not)})`);
    if (condition !== undefined && (then !== undefined || otherwise !== undefined)) {
      rules.push(`s.when(${this.of(condition)}, ${this.of(then)}, ${this.of(otherwise)})`);
    }
    return rules;
  }

  /** The choice beside a discriminator, as `addDiscriminators` decides it; undefined for any other choice. */
  #ofSelection(schema: JsonObject, keyword: "anyOf" | "oneOf"): string | undefined {
    const discrimination = discriminationOf(this.#document, schema, keyword);
    if (!discrimination) return undefined;
    const { propertyName, branches, others } = discrimination;
    const rules = asList(schema[keyword]).map((branch) => this.of(branch));
    return `s.selected(${literal(propertyName)}, [${rules.join(", ")}], ${literal([...branches])}, ${literal(others)})`;
  }

  #map(schemas: JsonObject): string {
    return `{ ${Object.entries(schemas)
      .map(([name, schema]) => `${name === "__proto__" ? '["__proto__"]' : JSON.stringify(name)}: ${this.of(schema)}`)
      .join(", ")} }`;
  }
}

/** @throws Inexpressible for a type that JSON Schema does not have */
function typesOf({ type, nullable }: JsonObject): string[] {
  const names = [type ?? []].flat().map(String);
  const unknown = names.find((name) => !TYPES.includes(name));
  if (unknown !== undefined || names.length === 0) throw new Inexpressible(`the type ${JSON.stringify(type)}`);
  return nullable === true && !names.includes("null") ? [...names, "null"] : names;
}

function numberOf(schema: JsonObject, name: string): number {
  const value = schema[name];
  if (typeof value === "number") return value;
  throw new Inexpressible(`\`${name}\` that is not a number`);
}

function ofFormat(format: string): string[] {
  const rule = FUNCTIONS[format];
  if (rule !== undefined) return [rule];
  const defined = Object.entries(fullFormats).find(([name]) => name === format)?.[1];
  const pattern = PATTERNS[format] ?? (defined instanceof RegExp ? defined : undefined);
  if (pattern) return [`s.matches(${pattern}, ${literal(`must be of the format ${format}`)})`];
  if (UNCHECKED.includes(format) || defined === undefined) return [];
  throw new Inexpressible(`the format ${format}`);
}

/** The expression of a `pattern`, with the flag that our validator uses (src/openapi/patterns/pattern.ts). */
function regExp(pattern: Json): string {
  const readable = typeof pattern === "string" ? readablePattern(pattern) : undefined;
  if (readable === undefined) throw new Inexpressible(`the pattern ${JSON.stringify(pattern)}`);
  return `new RegExp(${JSON.stringify(readable)}${isPattern(readable, "u") ? ', "u"' : ""})`;
}
