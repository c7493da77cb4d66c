import { asList, isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { type JsonType, jsonType } from "#openapi/document/json-type.js";
import { valueAt } from "#openapi/document/pointer.js";

/** References that lead further than this are taken for unlike. Schemas may contain themselves. */
const DEPTH = 20;

/** A type of JSON whose values have parts. */
export type Container = "array" | "object";

const KEYWORDS: Readonly<Record<Container, readonly string[]>> = {
  array: ["items", "prefixItems"],
  object: ["properties", "patternProperties", "additionalProperties"],
};

/** The containers whose keywords a schema has. A schema without a type is taken for them: authors mean it so. */
export function containersOf(schema: { [name: string]: Json }): Container[] {
  // `additionalProperties` and `items` that admit any value, and `properties` without one, describe nothing.
  const has = (type: Container) => KEYWORDS[type].some((name) => Object.keys(Object(schema[name])).length > 0);
  return (["array", "object"] as const).filter(has);
}

/** Whether all values of a schema are surely of one container. A reference or a part may say so. */
export function isLike(document: OpenApiDocument, schema: Json | undefined, type: Container, depth = DEPTH): boolean {
  if (!isObject(schema) || depth === 0) return false;
  const inner = (part: Json | undefined) => isLike(document, part, type, depth - 1);
  if (schema.type === type || (schema.type === undefined && containersOf(schema).join() === type)) return true;
  if (typeof schema.$ref === "string" && inner(valueAt(document, schema.$ref))) return true;
  if (asList(schema.allOf).some(inner)) return true;
  return [schema.anyOf, schema.oneOf].map(asList).some((choices) => choices.length > 0 && choices.every(inner));
}

/** Whether a schema has values of a type; undefined if neither it nor a part of it says so. */
export function admits(
  document: OpenApiDocument,
  schema: Json | undefined,
  wanted: JsonType,
  depth = DEPTH,
): boolean | undefined {
  if (!isObject(schema) || depth === 0) return undefined;
  const inner = (part: Json | undefined) => admits(document, part, wanted, depth - 1);
  const { $ref, type, enum: values, const: constant, allOf, anyOf, oneOf } = schema;
  const choices = [anyOf, oneOf].map(asList).filter((list) => list.length > 0);
  const answers = [
    type === undefined ? undefined : [type].flat().some((name) => name === wanted || isInteger(name, wanted)),
    Array.isArray(values) ? values.some((value) => jsonType(value) === wanted) : undefined,
    constant === undefined ? undefined : jsonType(constant) === wanted,
    typeof $ref === "string" ? inner(valueAt(document, $ref)) : undefined,
    ...asList(allOf).map(inner),
    ...choices.map((list) => anyOfThem(list.map(inner))),
  ];
  return answers.includes(false) ? false : answers.includes(true) || undefined;
}

function isInteger(name: Json, wanted: JsonType): boolean {
  return name === "integer" && wanted === "number";
}

function anyOfThem(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? undefined : false;
}
