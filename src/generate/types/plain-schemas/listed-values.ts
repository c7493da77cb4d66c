import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { jsonType } from "#openapi/document/json-type.js";
import { canonical } from "#openapi/validator/keywords/unique-items.js";

/**
 * The values that `enum` and `const` leave (JSON Schema Validation 2020-12, 6.1.2 and 6.1.3), of the types that the schema has.
 *
 * @returns undefined if a schema has neither
 */
export function listedValues({ enum: listed, const: constant, type }: JsonObject): Json[] | undefined {
  const lists = [...(Array.isArray(listed) ? [listed] : []), ...(constant === undefined ? [] : [[constant]])];
  const [first, second] = lists;
  if (!first) return undefined;
  const types = type === undefined ? undefined : [type].flat();
  const others = second && new Set(second.map(canonical));
  return first.filter(
    (value) => (types?.some((name) => isOf(value, name)) ?? true) && others?.has(canonical(value)) !== false,
  );
}

function isOf(value: Json, type: Json): boolean {
  if (type === "integer") return Number.isInteger(value);
  return type === jsonType(value);
}

/** A schema that only one value satisfies. openapi-typescript has no literals for a list or an object in `const`. */
export function schemaOfValue(value: Json): JsonObject {
  if (Array.isArray(value)) {
    const { length } = value;
    return { type: "array", prefixItems: value.map(schemaOfValue), items: false, minItems: length, maxItems: length };
  }
  if (!isObject(value)) return { enum: [value] };
  const members = Object.entries(value).map(([name, member]) => [name, schemaOfValue(member)]);
  if (members.length === 0) return { type: "object", additionalProperties: false };
  return { type: "object", required: Object.keys(value), properties: Object.fromEntries(members) };
}
