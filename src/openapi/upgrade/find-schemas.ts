import { isObject, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
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

/**
 * The value of a field: one object of a kind, a list, or a map. A map with patterned names may have `x-` fields too.
 */
type FieldType = readonly ["one" | "list" | "map" | "patterned", Kind];

/** A Callback Object has no fields, but is a map (4.7.18). */
const PATHS_OF_CALLBACK: FieldType = ["patterned", "pathItem"];

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
  callback: {},
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

/** The fields of each kind. They are looked up by the names of an object, which has few of them. */
const FIELDS_BY_NAME = new Map(Object.entries(FIELDS).map(([kind, fields]) => [kind, new Map(Object.entries(fields))]));

/** Whether a document is of OpenAPI 3.0, as far as its version says. */
export function isOpenApi30({ openapi }: OpenApiDocument): boolean {
  return /^3\.0(\.|$)/.test(String(openapi));
}

/** The kind of a component. A schema may refer to a parameter by mistake. */
function kindOfComponent(reference: string): Kind | undefined {
  const [, section = ""] = /^#\/components\/(\w+)\/[^/]+$/.exec(reference) ?? [];
  return FIELDS.components[section]?.[1];
}

/** Finds every schema of a document once, however many references lead to it, and those that only a reference reaches. */
export function findSchemas(document: OpenApiDocument): Set<JsonObject> {
  const isOld = isOpenApi30(document);
  const schemas = new Set<JsonObject>();
  const visited = new Set<JsonObject>();
  const followed = new Set<string>();
  // Lists of pending nodes and their kinds instead of recursion, so that neither cycles nor depth are a problem.
  const nodes: JsonObject[] = [];
  const kinds: Kind[] = [];
  const add = (kind: Kind, node: Json | undefined) => {
    if (!isObject(node) || visited.has(node)) return;
    nodes.push(node);
    kinds.push(kind);
  };
  const addMembers = ([form, kind]: FieldType, value: Json | undefined) => {
    // `items` may be a list in documents of JSON Schema before 2020-12.
    if (Array.isArray(value)) for (const item of value) add(kind, item);
    else if (form === "one") add(kind, value);
    else if (isObject(value)) {
      for (const name in value) if (form === "map" || !name.startsWith("x-")) add(kind, value[name]);
    }
  };
  add("document", document);
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    const kind = kinds.pop();
    if (kind === undefined || visited.has(node)) continue;
    visited.add(node);
    if (kind === "schema") schemas.add(node);
    if (typeof node.$ref === "string") {
      if (node.$ref.startsWith("#") && !followed.has(node.$ref)) {
        followed.add(node.$ref);
        add(kindOfComponent(node.$ref) ?? kind, valueAt(document, node.$ref));
      }
      // Siblings of a reference are ignored, except in a path (4.7.9) and, since 3.1, in a schema (4.8.24).
      if (kind !== "pathItem" && (isOld || kind !== "schema")) continue;
    }
    const fields = FIELDS_BY_NAME.get(kind);
    if (kind === "callback") addMembers(PATHS_OF_CALLBACK, node);
    for (const name in node) {
      const type = fields?.get(name);
      if (type) addMembers(type, node[name]);
    }
  }
  return schemas;
}
