import { asList, isObject, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { valueAt } from "../document/pointer.js";
import { findSchemas, isOpenApi30 } from "./find-schemas.js";

/**
 * Rewrites an OpenAPI 3.0 document, in place, as the equivalent 3.1 document. In other versions, `nullable` and a
 * boolean `exclusiveMinimum` or `exclusiveMaximum` keep their meaning of 3.0. Authors intend it. Validators refuse these
 * keywords otherwise, or admit null, which the types would not.
 *
 * `openapi` becomes 3.1.0 too. The mock, Prism and openapi-typescript read schemas by that version. A list of types would be
 * an error in a 3.0 document.
 *
 * Keywords keep their places, because findings cite them, with two exceptions. `minimum` with a boolean `exclusiveMinimum`
 * takes the place of the latter. A part of a nullable `allOf` moves one level down.
 *
 * @param schemas those of the document
 * @returns whether objects or lists were left out, to which references may lead
 */
export function upgrade(document: OpenApiDocument, schemas: Iterable<JsonObject> = findSchemas(document)): boolean {
  const isOld = isOpenApi30(document);
  const composed = new Set<JsonObject>();
  let isReduced = false;
  for (const schema of schemas) {
    if (isOld && typeof schema.$ref === "string") isReduced = dropSiblings(schema) || isReduced;
    else if (isOld ? convert(schema) : convertLeftovers(schema)) composed.add(schema);
  }
  // In a second pass, because whether a schema admits null depends on others that must be converted first.
  for (const schema of composed) admitNullInChoices(schema, (part) => admitsNull(document, part, composed));
  if (isOld) document.openapi = "3.1.0";
  return isReduced;
}

/**
 * In 3.0 a schema with `$ref` is a Reference Object, whose siblings are ignored (4.7.23).
 *
 * @returns whether one of them was an object or a list
 */
function dropSiblings(schema: JsonObject): boolean {
  const siblings = Object.entries(schema).filter(([name]) => name !== "$ref");
  for (const [name] of siblings) delete schema[name];
  return siblings.some(([, value]) => typeof value === "object" && value !== null);
}

/** @returns true if the schema was nullable; `admitNullInChoices` converts its `allOf`, `anyOf` and `oneOf` */
function convert(schema: JsonObject): boolean {
  if (schema.example !== undefined) {
    schema.examples ??= [schema.example];
    delete schema.example;
  }
  // `format` is kept beside its successor, because validators and the generated types use it.
  if (schema.type === "string" && schema.format === "byte") schema.contentEncoding ??= "base64";
  if (schema.type === "string" && schema.format === "binary") schema.contentMediaType ??= "application/octet-stream";

  makeExclusive(schema, "minimum", "exclusiveMinimum");
  makeExclusive(schema, "maximum", "exclusiveMaximum");
  return convertNullable(schema);
}

/** Converts what remained of 3.0 in a later document, and returns the same as `convert`. */
function convertLeftovers(schema: JsonObject): boolean {
  makeExclusive(schema, "minimum", "exclusiveMinimum");
  makeExclusive(schema, "maximum", "exclusiveMaximum");
  return convertNullable(schema);
}

function convertNullable(schema: JsonObject): boolean {
  const nullable = schema.nullable === true;
  delete schema.nullable;
  if (!nullable) return false;
  if (typeof schema.$ref === "string" && schema.anyOf === undefined) {
    schema.anyOf = [{ $ref: schema.$ref }];
    delete schema.$ref;
  }
  // `nullable` adds to the type (4.7.24.1). A schema without a type admits null already, unless another keyword forbids it.
  if (schema.type !== undefined) {
    const types = [schema.type].flat();
    schema.type = types.includes("null") ? types : [...types, "null"];
    // Strictly read, an enum without null still forbids null. But authors who write `nullable` intend to admit null, and
    // a server that sends it must not be reported.
    if (Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum = [...schema.enum, null];
  }
  return true;
}

type Limit = "minimum" | "maximum";
function makeExclusive(schema: JsonObject, limit: Limit, exclusive: "exclusiveMinimum" | "exclusiveMaximum"): void {
  if (typeof schema[exclusive] !== "boolean") return;
  const { [limit]: value, [exclusive]: excluded } = schema;
  delete schema[exclusive];
  if (!excluded || value === undefined) return;
  schema[exclusive] = value;
  delete schema[limit];
}

/**
 * Admits null in the `allOf`, `anyOf` and `oneOf` of a nullable schema. Strictly read, these may still forbid null. But 3.0
 * has no other way to make the target of a reference nullable. So authors use it in this sense.
 */
function admitNullInChoices(schema: JsonObject, admits: (part: Json) => boolean): void {
  for (const name of ["anyOf", "oneOf"]) {
    const choices = schema[name];
    if (Array.isArray(choices) && !choices.some(admits)) schema[name] = [...choices, onlyNull()];
  }
  // New lists and objects, because a schema that is not nullable may share the old ones.
  if (Array.isArray(schema.allOf)) {
    schema.allOf = schema.allOf.map((part) => (admits(part) ? part : { anyOf: [part, onlyNull()] }));
  }
}

/** The constant is for `SchemaValidator`, which explains a failed choice by the branch whose constants are valid. */
function onlyNull(): JsonObject {
  return { type: "null", const: null };
}

/**
 * True if a schema admits null.
 *
 * @param nullable schemas that will admit null in their `allOf`, `anyOf` and `oneOf` once they are converted
 * @param results earlier results; a schema in a cycle of references counts as admitting null until it is known
 */
function admitsNull(
  document: OpenApiDocument,
  schema: Json | undefined,
  nullable: ReadonlySet<JsonObject>,
  results = new Map<JsonObject, boolean>(),
): boolean {
  if (!isObject(schema)) return schema === true;
  const before = results.get(schema);
  if (before !== undefined) return before;
  results.set(schema, true);
  const { $ref, type, enum: values, const: constant = null, allOf, anyOf, oneOf } = schema;
  const admits = (part: Json | undefined) => admitsNull(document, part, nullable, results);
  const result =
    typeof $ref === "string"
      ? admits(valueAt(document, $ref))
      : (type === undefined || [type].flat().includes("null")) &&
        (!Array.isArray(values) || values.includes(null)) &&
        constant === null &&
        (nullable.has(schema) ||
          (asList(allOf).every(admits) &&
            [anyOf, oneOf].every((choices) => !Array.isArray(choices) || choices.some(admits))));
  results.set(schema, result);
  return result;
}
