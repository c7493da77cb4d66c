import { asObject, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { type Api, type Kind, pascalCase, type Verb } from "./api.js";
import { creationResponse } from "./creation-document.js";
import { bodySchema, exampleBody, pathParameters, resourceSchema } from "./schemas.js";

/** The OpenAPI 3.1 document of an API. */
export function apiDocument(api: Api): OpenApiDocument {
  const paths: JsonObject = {};
  for (const kind of api.kinds) addKind(paths, kind, api.namesOperations);
  for (const { method, path, parameters, operation } of api.dangers) {
    const inherited = Array.isArray(asObject(paths[path]).parameters);
    addOperation(paths, path, method, inherited ? operation : withParameters(operation, parameters));
  }
  for (const path of api.singletons) {
    const schema = { type: "object", properties: { theme: { type: "string" } } };
    addOperation(paths, path, "get", { responses: { "200": jsonResponse(schema, {}) } });
  }
  const schemas = Object.assign({}, ...api.kinds.map(({ ids }) => ids.components));
  return {
    openapi: "3.1.0",
    info: { title: `API ${api.seed}`, version: "1.0.0" },
    ...(api.secured ? { security: [{ Key: [] }] } : {}),
    paths,
    components: {
      schemas,
      ...(api.secured ? { securitySchemes: { Key: { type: "http", scheme: "bearer" } } } : {}),
    },
  };
}

const rejected = { "4XX": { description: "Rejected." } };

function addKind(paths: JsonObject, kind: Kind, named: boolean): void {
  for (const verb of kind.verbs) {
    const { method, path, operation } = operationOf(kind, verb, named);
    const owner = path === kind.item ? kind : kind.parent;
    const parameters = owner ? pathParameters(owner) : [];
    if (kind.parametersOnOperations || parameters.length === 0) {
      addOperation(paths, path, method, withParameters(operation, parameters));
    } else {
      paths[path] = { parameters, ...asObject(paths[path]) };
      addOperation(paths, path, method, operation);
    }
  }
}

function operationOf(kind: Kind, verb: Verb, named: boolean): { method: string; path: string; operation: JsonObject } {
  const operationId = `${verb}${pascalCase(kind.noun)}`;
  const method = verb === "list" ? "get" : verb === "create" ? "post" : verb;
  const path = verb === "list" || verb === "create" ? kind.collection : kind.item;
  return { method, path, operation: { ...(named ? { operationId } : {}), ...contentOf(kind, verb, named) } };
}

function contentOf(kind: Kind, verb: Verb, named: boolean): JsonObject {
  const resource = jsonResponse(resourceSchema(kind), exampleBody(kind, "response"));
  switch (verb) {
    case "list": {
      const items = { type: "array", items: bareSchema(kind) };
      const schema = kind.list.wrapped ? { type: "object", required: ["data"], properties: { data: items } } : items;
      return { responses: { "200": jsonResponse(schema, {}) } };
    }
    case "get":
      return { responses: { "200": resource, ...rejected } };
    case "create":
      return { ...requestBody(kind, true), responses: { ...creationResponse(kind, named), ...rejected } };
    case "put": {
      const created = kind.upserts ? { "201": resource } : {};
      return { ...requestBody(kind, true), responses: { "200": resource, ...created, ...rejected } };
    }
    case "patch":
      return { ...requestBody(kind, false), responses: { "200": resource, ...rejected } };
    case "delete":
      return { responses: { "204": { description: "Done." }, ...rejected } };
  }
}

/** The schema of an item of a list. */
function bareSchema(kind: Kind): JsonObject {
  return resourceSchema({ ...kind, creation: { ...kind.creation, form: "id" } });
}

function requestBody(kind: Kind, whole: boolean): JsonObject {
  if (kind.fields.length === 0 && kind.clientIds === "never" && !kind.refersTo) return {};
  const schema = bodySchema(whole ? kind : { ...kind, optionalBody: true, clientIds: "never" });
  const content = { "application/json": { schema, ...exampleBody(kind, "request") } };
  return { requestBody: { required: !kind.optionalBody, content } };
}

function jsonResponse(schema: JsonObject, example: JsonObject): JsonObject {
  return { description: "Done.", content: { "application/json": { schema, ...example } } };
}

function withParameters(operation: JsonObject, parameters: JsonObject[]): JsonObject {
  const own = Array.isArray(operation.parameters) ? operation.parameters : [];
  return parameters.length + own.length === 0 ? operation : { ...operation, parameters: [...parameters, ...own] };
}

function addOperation(paths: JsonObject, path: string, method: string, operation: JsonObject): void {
  const item = asObject(paths[path]);
  paths[path] = { ...item, [method]: item[method] ?? operation };
}
