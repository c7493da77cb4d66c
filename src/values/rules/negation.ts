import { asList, asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { EXCLUDED } from "./limits.js";

const TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"];

/**
 * A schema that admits only values which another one refuses (JSON Schema Core 2020-12, 10.2.1.4). It is as strict as the
 * keywords allow that have an opposite. Values that are made by it have to be validated.
 *
 * @returns `true` if nothing can be stated
 */
export function negationOf(schema: Json): Json {
  return isObject(schema) ? negationOnce(schema) : schema === false;
}

const negationOnce = oncePer((schema: JsonObject): Json => {
  const alternatives = Object.entries(schema)
    .flatMap(([keyword, wanted]) => (NEGATED[keyword]?.(wanted, schema) ?? []).map((negated) => ({ keyword, negated })))
    // The type last: a value of the same type that differs in one keyword is the more telling one.
    .toSorted((one, other) => Number(one.keyword === "type") - Number(other.keyword === "type"))
    .map(({ negated }) => negated);
  const isFree = Object.keys(schema).length === 0;
  return isFree ? false : alternatives.length === 0 ? true : { anyOf: alternatives };
});

type Negate = (wanted: Json, schema: JsonObject) => Json[];

/** One or more schemas for each keyword: a value of any of them is refused by the keyword. */
const NEGATED: Partial<Record<string, Negate>> = {
  const: (wanted) => [{ [EXCLUDED]: [wanted] }],
  enum: (wanted) => [{ [EXCLUDED]: wanted }],
  type: (wanted) => {
    const excluded = [wanted].flat();
    const remaining = TYPES.filter((type) => !excluded.includes(type));
    const isNumeric = excluded.includes("number") || excluded.includes("integer");
    return [{ type: isNumeric ? remaining.filter((type) => type !== "number" && type !== "integer") : remaining }];
  },
  required: (wanted) => asList(wanted).map((name) => ({ type: "object", properties: { [String(name)]: false } })),
  properties: (wanted) =>
    Object.entries(asObject(wanted)).flatMap(([name, member]) =>
      negationOf(member) === false
        ? []
        : [{ type: "object", required: [name], properties: { [name]: { not: member } } }],
    ),
  minimum: (wanted) => [{ type: "number", exclusiveMaximum: wanted }],
  maximum: (wanted) => [{ type: "number", exclusiveMinimum: wanted }],
  exclusiveMinimum: (wanted) => [{ type: "number", maximum: wanted }],
  exclusiveMaximum: (wanted) => [{ type: "number", minimum: wanted }],
  minLength: (wanted) => below("string", "maxLength", wanted),
  maxLength: (wanted) => [{ type: "string", minLength: Number(wanted) + 1 }],
  minItems: (wanted) => below("array", "maxItems", wanted),
  maxItems: (wanted) => [{ type: "array", minItems: Number(wanted) + 1 }],
  minProperties: (wanted) => below("object", "maxProperties", wanted),
  maxProperties: (wanted) => [{ type: "object", minProperties: Number(wanted) + 1 }],
  items: (wanted) => [{ type: "array", minItems: 1, contains: { not: wanted } }],
  contains: (wanted) => [{ type: "array", items: { not: wanted } }],
  pattern: () => [{ type: "string" }],
  format: () => [{ type: "string" }],
  multipleOf: () => [{ type: "number" }],
  not: (wanted) => [wanted],
  allOf: (wanted) => asList(wanted).map((member) => ({ not: member })),
  anyOf: (wanted) => [{ allOf: asList(wanted).map((member) => ({ not: member })) }],
  oneOf: (wanted) => [{ allOf: asList(wanted).map((member) => ({ not: member })) }],
};

function below(type: string, keyword: string, wanted: Json): Json[] {
  return Number(wanted) > 0 ? [{ type, [keyword]: Number(wanted) - 1 }] : [];
}
