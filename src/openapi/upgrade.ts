import { asList, isObject, type Json, type JsonObject, type OpenApiDocument } from "./document.js";
import { METHODS } from "./operation.js";
import { valueAt } from "./pointer.js";

/**
 * Rewrites an OpenAPI 3.0 document, in place, as the 3.1 document that says the same; any other stays as it is.
 *
 * It becomes 3.1.0 by its `openapi` too: the mock, Prism and openapi-typescript decide by that line how to read a
 * schema, and would take a list of types in a 3.0 document for a mistake.
 *
 * Keywords stay where they stood, because findings cite them: only `minimum` with a boolean `exclusiveMinimum` becomes
 * its neighbour, and a member of a nullable `allOf` moves one step down.
 */
export function upgrade(document: OpenApiDocument): void {
  if (!/^3\.0(\.|$)/.test(String(document.openapi))) return;
  const composed = new Set<JsonObject>();
  for (const schema of schemasOf(document)) {
    if (typeof schema.$ref === "string") dropSiblings(schema);
    else if (convert(schema)) composed.add(schema);
  }
  // Only now: what admits null is seen once every schema is converted.
  for (const schema of composed) admitNullInChoices(schema, (part) => admitsNull(document, part, composed));
  document.openapi = "3.1.0";
}

/** The objects of OpenAPI 3.0 that hold schemas, or hold what holds them (4.7). */
type Kind =
  | "callback"
  | "components"
  | "document"
  | "encoding"
  | "mediaType"
  | "operation"
  | "parameter"
  | "pathItem"
  | "requestBody"
  | "response"
  | "schema";

/** What a field holds: one object of a kind, a list of them, or a map; a map of patterned names has `x-` beside them. */
type Holds = readonly ["one" | "list" | "map" | "patterned", Kind];

/** Stands for the object itself where it has no fields, but is a map (4.7.18). */
const ITSELF = "";

/** Header Objects are like parameters (4.7.21). A field that is not here holds words or data: examples, enums, defaults. */
const FIELDS: Record<Kind, Readonly<Record<string, Holds>>> = {
  document: { components: ["one", "components"], paths: ["patterned", "pathItem"] },
  components: {
    schemas: ["map", "schema"],
    responses: ["map", "response"],
    parameters: ["map", "parameter"],
    requestBodies: ["map", "requestBody"],
    headers: ["map", "parameter"],
    callbacks: ["map", "callback"],
  },
  pathItem: { parameters: ["list", "parameter"], ...each(METHODS, ["one", "operation"]) },
  operation: {
    parameters: ["list", "parameter"],
    requestBody: ["one", "requestBody"],
    responses: ["patterned", "response"],
    callbacks: ["map", "callback"],
  },
  callback: { [ITSELF]: ["patterned", "pathItem"] },
  parameter: { schema: ["one", "schema"], content: ["map", "mediaType"] },
  requestBody: { content: ["map", "mediaType"] },
  response: { headers: ["map", "parameter"], content: ["map", "mediaType"] },
  mediaType: { schema: ["one", "schema"], encoding: ["map", "encoding"] },
  encoding: { headers: ["map", "parameter"] },
  // What 3.0 does not have is here too: read as 3.1, it counts.
  schema: {
    ...each(["additionalProperties", "items", "not"], ["one", "schema"]),
    ...each(["if", "then", "else", "contains", "propertyNames", "unevaluatedProperties"], ["one", "schema"]),
    ...each(["allOf", "anyOf", "oneOf", "prefixItems"], ["list", "schema"]),
    ...each(["properties", "patternProperties", "dependentSchemas", "$defs"], ["map", "schema"]),
  },
};

function each(names: readonly string[], holds: Holds): Record<string, Holds> {
  return Object.fromEntries(names.map((name) => [name, holds]));
}

/** Every schema of a document once, however often it is referred to, and those that only a reference leads to. */
function schemasOf(document: OpenApiDocument): Set<JsonObject> {
  const schemas = new Set<JsonObject>();
  const met = new Set<JsonObject>();
  const followed = new Set<string>();
  // A list of what is left to do, and no recursion: neither circles nor depth can stop it.
  const left: [Kind, Json | undefined][] = [["document", document]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [kind, node] = next;
    if (!isObject(node) || met.has(node)) continue;
    met.add(node);
    if (kind === "schema") schemas.add(node);
    if (typeof node.$ref === "string") {
      if (node.$ref.startsWith("#") && !followed.has(node.$ref)) {
        followed.add(node.$ref);
        left.push([kind, valueAt(document, node.$ref)]);
      }
      // What stands beside a reference is ignored (4.7.23), except in a path (4.7.9).
      if (kind !== "pathItem") continue;
    }
    for (const [name, [shape, held]] of Object.entries(FIELDS[kind])) {
      for (const member of membersOf(shape, name === ITSELF ? node : node[name])) left.push([held, member]);
    }
  }
  return schemas;
}

function membersOf(shape: Holds[0], value: Json | undefined): Json[] {
  if (shape === "list") return asList(value);
  if (!isObject(value)) return [];
  if (shape === "one") return [value];
  return Object.entries(value).flatMap(([name, member]) =>
    shape === "patterned" && name.startsWith("x-") ? [] : [member],
  );
}

/** In 3.0 a schema with `$ref` is a Reference Object: nothing beside it counts (4.7.23). */
function dropSiblings(schema: JsonObject): void {
  for (const name of Object.keys(schema)) if (name !== "$ref") delete schema[name];
}

/** @returns true if the schema was nullable; its choices are left to `admitNullInChoices` */
function convert(schema: JsonObject): boolean {
  makeExclusive(schema, "minimum", "exclusiveMinimum");
  makeExclusive(schema, "maximum", "exclusiveMaximum");
  if (schema.example !== undefined) {
    schema.examples ??= [schema.example];
    delete schema.example;
  }
  // `format` stays beside its successor: without it, nobody would check Base64, and the generated types know it.
  if (schema.type === "string" && schema.format === "byte") schema.contentEncoding ??= "base64";
  if (schema.type === "string" && schema.format === "binary") schema.contentMediaType ??= "application/octet-stream";

  const nullable = schema.nullable === true;
  delete schema.nullable;
  if (!nullable) return false;
  // `nullable` adds to the type (4.7.24.1). Where the schema has none, null is admitted unless something else refuses it.
  if (schema.type !== undefined) {
    const types = [schema.type].flat();
    schema.type = types.includes("null") ? types : [...types, "null"];
    // By the letter, an enum without null still refuses it. But who writes `nullable` says that null comes, and no
    // server is to be accused for sending it.
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
 * Lets null through the `allOf`, `anyOf` and `oneOf` of a nullable schema. By the letter these may refuse it, but there
 * is no other way to say in 3.0 that what a reference describes may be null, and so it is said everywhere.
 */
function admitNullInChoices(schema: JsonObject, admits: (part: Json) => boolean): void {
  for (const name of ["anyOf", "oneOf"]) {
    const choices = schema[name];
    if (Array.isArray(choices) && !choices.some(admits)) schema[name] = [...choices, onlyNull()];
  }
  // New lists and objects: the old may be shared with a schema that is not nullable.
  if (Array.isArray(schema.allOf)) {
    schema.allOf = schema.allOf.map((part) => (admits(part) ? part : { anyOf: [part, onlyNull()] }));
  }
}

/** The constant is for `SchemaValidator`, which explains a failed choice by the branch whose constants fit. */
function onlyNull(): JsonObject {
  return { type: "null", const: null };
}

/**
 * @param nullable schemas whose choices will admit null, though they may not yet
 * @param known what was found already; a schema in a circle of references does not refuse by itself
 */
function admitsNull(
  document: OpenApiDocument,
  schema: Json | undefined,
  nullable: ReadonlySet<JsonObject>,
  known = new Map<JsonObject, boolean>(),
): boolean {
  if (!isObject(schema)) return schema === true;
  const before = known.get(schema);
  if (before !== undefined) return before;
  known.set(schema, true);
  const { $ref, type, enum: values, const: constant = null, allOf, anyOf, oneOf } = schema;
  const admits = (part: Json | undefined) => admitsNull(document, part, nullable, known);
  const result =
    typeof $ref === "string"
      ? admits(valueAt(document, $ref))
      : (type === undefined || [type].flat().includes("null")) &&
        (!Array.isArray(values) || values.includes(null)) &&
        constant === null &&
        (nullable.has(schema) ||
          (asList(allOf).every(admits) &&
            [anyOf, oneOf].every((choices) => !Array.isArray(choices) || choices.some(admits))));
  known.set(schema, result);
  return result;
}
