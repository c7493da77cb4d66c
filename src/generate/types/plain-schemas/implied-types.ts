import { asList, isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
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

/** Whether null is a value of a schema; undefined if neither it nor a part of it says so. */
export function admitsNull(document: OpenApiDocument, schema: Json | undefined, depth = DEPTH): boolean | undefined {
  if (!isObject(schema) || depth === 0) return undefined;
  const inner = (part: Json | undefined) => admitsNull(document, part, depth - 1);
  const { $ref, type, enum: values, const: constant, allOf, anyOf, oneOf } = schema;
  const choices = [anyOf, oneOf].map(asList).filter((list) => list.length > 0);
  const answers = [
    type === undefined ? undefined : [type].flat().includes("null"),
    Array.isArray(values) ? values.includes(null) : undefined,
    constant === undefined ? undefined : constant === null,
    typeof $ref === "string" ? inner(valueAt(document, $ref)) : undefined,
    ...asList(allOf).map(inner),
    ...choices.map((list) => anyOfThem(list.map(inner))),
  ];
  return answers.includes(false) ? false : answers.includes(true) || undefined;
}

function anyOfThem(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? undefined : false;
}
