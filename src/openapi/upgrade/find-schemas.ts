import { asList, isObject, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { valueAt } from "../document/pointer.js";
import { METHODS } from "../operations/operation.js";

/** The objects of OpenAPI 3.0 that contain schemas, or contain such objects (4.7), with those that later versions added. */
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

/** The value of a field: one object of a kind, a list, or a map; a map with patterned names may have `x-` fields too. */
type FieldType = readonly ["one" | "list" | "map" | "patterned", Kind];

/** Stands for the object itself if it has no fields, but is a map (4.7.18). */
const ITSELF = "";

/** Header Objects are like parameters (4.7.21). Fields that are not listed have text or data: examples, enums, defaults. */
const FIELDS: Record<Kind, Readonly<Record<string, FieldType>>> = {
  document: { components: ["one", "components"], ...typed(["paths", "webhooks"], ["patterned", "pathItem"]) },
  components: {
    schemas: ["map", "schema"],
    responses: ["map", "response"],
    parameters: ["map", "parameter"],
    requestBodies: ["map", "requestBody"],
    headers: ["map", "parameter"],
    callbacks: ["map", "callback"],
    pathItems: ["map", "pathItem"],
    mediaTypes: ["map", "mediaType"],
  },
  pathItem: {
    parameters: ["list", "parameter"],
    ...typed(METHODS, ["one", "operation"]),
    additionalOperations: ["map", "operation"],
  },
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
  mediaType: { ...typed(["schema", "itemSchema"], ["one", "schema"]), encoding: ["map", "encoding"] },
  encoding: { headers: ["map", "parameter"] },
  // Keywords that 3.0 lacks are included: after the upgrade they apply.
  schema: {
    ...typed(["additionalProperties", "items", "not"], ["one", "schema"]),
    ...typed(["if", "then", "else", "contains", "propertyNames", "unevaluatedProperties"], ["one", "schema"]),
    ...typed(["allOf", "anyOf", "oneOf", "prefixItems"], ["list", "schema"]),
    ...typed(["properties", "patternProperties", "dependentSchemas", "$defs"], ["map", "schema"]),
  },
};

function typed(names: readonly string[], type: FieldType): Record<string, FieldType> {
  return Object.fromEntries(names.map((name) => [name, type]));
}

/** The fields of each kind, listed once: a large document has a hundred thousand objects. */
const ENTRIES = new Map(Object.entries(FIELDS).map(([kind, fields]) => [kind, Object.entries(fields)]));

/** Finds every schema of a document once, however many references lead to it, and those that only a reference reaches. */
export function findSchemas(document: OpenApiDocument): Set<JsonObject> {
  const schemas = new Set<JsonObject>();
  const visited = new Set<JsonObject>();
  const followed = new Set<string>();
  // A list of pending nodes instead of recursion, so that neither cycles nor depth are a problem.
  const pending: [Kind, Json | undefined][] = [["document", document]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [kind, node] = next;
    if (!isObject(node) || visited.has(node)) continue;
    visited.add(node);
    if (kind === "schema") schemas.add(node);
    if (typeof node.$ref === "string") {
      if (node.$ref.startsWith("#") && !followed.has(node.$ref)) {
        followed.add(node.$ref);
        pending.push([kind, valueAt(document, node.$ref)]);
      }
      // Siblings of a reference are ignored (4.7.23), except in a path (4.7.9).
      if (kind !== "pathItem") continue;
    }
    for (const [name, [form, member]] of ENTRIES.get(kind) ?? []) {
      const field = name === ITSELF ? node : node[name];
      if (field === undefined) continue;
      for (const value of membersOf(form, field)) pending.push([member, value]);
    }
  }
  return schemas;
}

function membersOf(form: FieldType[0], value: Json): Json[] {
  if (form === "list") return asList(value);
  if (!isObject(value)) return [];
  if (form === "one") return [value];
  if (form === "map") return Object.values(value);
  return Object.entries(value).flatMap(([name, member]) => (name.startsWith("x-") ? [] : [member]));
}
