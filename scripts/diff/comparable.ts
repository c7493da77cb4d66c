import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { DATA_KEYWORDS, MAP_KEYWORDS, mapMembers } from "#openapi/document/keywords.js";
import { valueAt } from "#openapi/document/pointer.js";

/** Both revisions, in forms that differ only where they allow different values. */
export interface ComparableRevisions {
  base: OpenApiDocument;
  revision: OpenApiDocument;
}

/** Keywords of a schema that allow and forbid nothing (JSON Schema Validation, 9). */
const ANNOTATIONS = ["description", "example", "examples", "title"];

/**
 * Copies two revisions for Redocly's comparison, which takes some changes of form for breaking ones:
 *
 * - annotations of the schemas in `anyOf` and `oneOf` are left out;
 * - `allOf` becomes one object, if only one of the two revisions has it in a place.
 */
export function comparable(base: OpenApiDocument, revision: OpenApiDocument): ComparableRevisions {
  return {
    base: asObject(aligned(base, base, revision, withoutAnnotations(base, false))),
    revision: asObject(aligned(revision, revision, base, withoutAnnotations(revision, false))),
  };
}

/** @param inChoice whether the node is a schema of a choice */
function withoutAnnotations(node: Json, inChoice: boolean): Json {
  if (Array.isArray(node)) return node.map((item) => withoutAnnotations(item, inChoice));
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, member]): [string, Json][] => {
      if (inChoice && ANNOTATIONS.includes(name)) return [];
      if (DATA_KEYWORDS.includes(name)) return [[name, member]];
      if (MAP_KEYWORDS.includes(name) && isObject(member)) {
        return [[name, mapMembers(member, (part) => withoutAnnotations(part, inChoice))]];
      }
      return [[name, withoutAnnotations(member, inChoice || name === "anyOf" || name === "oneOf")]];
    }),
  );
}

/** A copy of `own` in which each `allOf` becomes one object, where the other revision has none. */
function aligned(document: OpenApiDocument, original: Json, other: Json | undefined, own: Json): Json {
  if (Array.isArray(own)) {
    return own.map((item, at) => aligned(document, asList(original)[at] ?? null, asList(other)[at], item));
  }
  if (!isObject(own)) return own;
  const isChanged =
    isObject(other) && Array.isArray(own.allOf) && other.allOf === undefined && isObject(other.properties);
  const whole = isChanged ? (oneObject(document, own, []) ?? own) : own;
  return Object.fromEntries(
    Object.entries(whole).map(([name, member]) => [
      name,
      DATA_KEYWORDS.includes(name)
        ? member
        : aligned(document, asObject(original)[name] ?? null, asObject(other)[name], member),
    ]),
  );
}

/** Keywords that one object can have for all parts of `allOf`. */
const MERGED = ["allOf", "properties", "required", "type", ...ANNOTATIONS];

/** A schema with the properties of all its parts; undefined if a part has other keywords, or a property twice. */
function oneObject(document: OpenApiDocument, schema: JsonObject, trail: readonly string[]): JsonObject | undefined {
  const { $ref: reference } = schema;
  if (typeof reference === "string") {
    const target = valueAt(document, reference);
    if (trail.includes(reference) || Object.keys(schema).length > 1 || !isObject(target)) return undefined;
    return oneObject(document, target, [...trail, reference]);
  }
  if (Object.keys(schema).some((name) => !MERGED.includes(name))) return undefined;
  const { allOf, ...own } = schema;
  const parts = asList(allOf).map((part) => (isObject(part) ? oneObject(document, part, trail) : undefined));
  const properties: JsonObject = { ...asObject(own.properties) };
  const required = [...asList(own.required)];
  for (const part of parts) {
    if (!part || (part.type !== undefined && part.type !== "object")) return undefined;
    for (const [name, property] of Object.entries(asObject(part.properties))) {
      if (Object.hasOwn(properties, name)) return undefined;
      properties[name] = property;
    }
    required.push(...asList(part.required));
  }
  return { ...own, type: "object", properties, ...(required.length > 0 && { required: [...new Set(required)] }) };
}
