import { asList, isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { resolveReference } from "#openapi/document/reference.js";

/** The schema that a reference leads to; an empty one for a boolean schema, or none. */
export function resolvedSchema(document: OpenApiDocument, schema: Json | undefined): JsonObject {
  // A server reads thousands of parameters a second, most of them without a reference.
  if (isObject(schema) && schema.$ref === undefined) return schema;
  return resolveReference(document, schema, "#").node;
}

/** The types of a schema; none if any type is admitted. */
export function typesOf({ type }: JsonObject): Json[] {
  return typeof type === "string" ? [type] : [...asList(type)];
}

/** A schema with the type, items and properties of the parts of its `allOf`: a text is read by them. */
export function withInherited(
  document: OpenApiDocument,
  schema: JsonObject,
  trail: readonly JsonObject[] = [],
): JsonObject {
  if (!Array.isArray(schema.allOf) || trail.includes(schema)) return schema;
  const parts = schema.allOf.map((part) => withInherited(document, resolvedSchema(document, part), [...trail, schema]));
  const [first = {}] = parts.filter((part) => typesOf(part).length > 0);
  const properties = Object.assign({}, ...parts.map((part) => part.properties), schema.properties);
  const inherited = Object.entries({ type: first.type, items: first.items }).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(inherited), ...schema, ...(Object.keys(properties).length > 0 && { properties }) };
}
