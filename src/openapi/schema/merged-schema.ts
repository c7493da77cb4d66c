import { CHOICES } from "../document/applied.js";
import { asList, isObject, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { oncePer } from "../document/once-per.js";
import { pointerTo } from "../document/pointer.js";
import { resolveReference } from "../document/reference.js";

/** A schema that applies to every value other than null, and its place. */
interface Part {
  node: JsonObject;
  pointer: string;
}

/**
 * The schema of all values other than null, in one object. References are followed, and the parts of `allOf` are joined. A
 * choice between null and one other schema is that schema: FastAPI writes an optional integer as `anyOf: [integer, null]`.
 * Of several choices, only their common type is known. The nearest of several keywords counts.
 *
 * @returns an empty schema for a boolean one, or none. Null is left out of `type` and `enum`
 */
export function mergedSchema(document: OpenApiDocument, schema: Json | undefined): JsonObject {
  if (!isObject(schema)) return {};
  // Requests are read by it, thousands a second.
  const known = mergedOf(document);
  const found = known.get(schema);
  if (found) return found;
  // A choice may lead back to its schema.
  known.set(schema, {});
  const merged = merge(document, schema);
  known.set(schema, merged);
  return merged;
}

const mergedOf = /* @__PURE__ */ oncePer((_: OpenApiDocument) => new WeakMap<JsonObject, JsonObject>());

/**
 * The place of a keyword of the merged schema.
 *
 * @param pointer the place of the schema, which the result is below where no part has the keyword
 */
export function placeOfKeyword(
  document: OpenApiDocument,
  schema: Json | undefined,
  pointer: string,
  keyword: string,
): string {
  const owner = partsOf(document, schema, pointer).find(({ node }) => node[keyword] !== undefined);
  return pointerTo(owner?.pointer ?? pointer, keyword);
}

/** The types of a schema; none if any type is admitted. */
export function typesOf({ type }: JsonObject): Json[] {
  return typeof type === "string" ? [type] : [...asList(type)];
}

function merge(document: OpenApiDocument, schema: JsonObject): JsonObject {
  const nodes = partsOf(document, schema, "").map(({ node }) => node);
  const { $ref: _, allOf: __, ...merged }: JsonObject = Object.assign({}, ...nodes.toReversed());
  const properties = Object.assign({}, ...nodes.toReversed().map((node) => node.properties));
  if (Object.keys(properties).length > 0) merged.properties = properties;
  // A choice of one was joined.
  for (const name of CHOICES) if (othersOf(document, merged, "", name).length < 2) delete merged[name];
  const type = withoutNull(typesOf(merged)) ?? commonType(document, merged);
  if (type !== undefined) merged.type = type;
  if (Array.isArray(merged.enum)) merged.enum = merged.enum.filter((member) => member !== null);
  return merged;
}

/** The type of a list of types, null left out; undefined for an empty list. */
function withoutNull(types: readonly Json[]): Json | undefined {
  const others = types.filter((type) => type !== "null");
  return others.length > 1 ? others : (others[0] ?? types[0]);
}

/** The one type that all choices of a schema have; undefined without choices, and for different ones. */
function commonType(document: OpenApiDocument, merged: JsonObject): Json | undefined {
  const types = CHOICES.flatMap((name) => othersOf(document, merged, "", name)).map(
    ({ node }) => mergedSchema(document, node).type,
  );
  const [first, ...rest] = types;
  return typeof first === "string" && rest.every((type) => type === first) ? first : undefined;
}

/** The schemas that apply to every value other than null, the nearest first. */
function partsOf(
  document: OpenApiDocument,
  schema: Json | undefined,
  pointer: string,
  trail: readonly JsonObject[] = [],
): Part[] {
  if (!isObject(schema) || trail.includes(schema)) return [];
  const inside = [...trail, schema];
  const referred = typeof schema.$ref === "string" ? [resolveReference(document, { $ref: schema.$ref }, pointer)] : [];
  const joined = asList(schema.allOf).map((node, index) => ({ node, pointer: pointerTo(pointer, "allOf", index) }));
  const chosen = CHOICES.flatMap((name) => {
    const others = othersOf(document, schema, pointer, name);
    return others.length === 1 ? others : [];
  });
  const below = [...referred, ...joined, ...chosen];
  return [{ node: schema, pointer }, ...below.flatMap((part) => partsOf(document, part.node, part.pointer, inside))];
}

/** The choices of a schema that are not null. */
function othersOf(document: OpenApiDocument, schema: JsonObject, pointer: string, name: (typeof CHOICES)[number]) {
  return asList(schema[name])
    .map((node, index) => ({ node, pointer: pointerTo(pointer, name, index) }))
    .filter(({ node }) => !isNull(isObject(node) ? resolveReference(document, node, pointer).node : {}));
}

/** Whether null is the only value of a schema. */
function isNull({ type, const: constant, enum: members }: JsonObject): boolean {
  const isListed = Array.isArray(members) && members.length > 0 && members.every((member) => member === null);
  return type === "null" || constant === null || isListed || (Array.isArray(type) && type.join() === "null");
}
