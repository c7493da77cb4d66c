import { asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { resolveReference } from "#openapi/document/reference.js";
import { mapMembers } from "#openapi/document/walk.js";
import { METHODS } from "#openapi/operations/operation.js";

/**
 * A copy of the document without the extensions beside paths, responses and kinds of components. openapi-typescript reads
 * them as what they extend, and fails at those that are null.
 */
export function withoutExtensions(document: OpenApiDocument): OpenApiDocument {
  const components = withoutNames(asObject(document.components));
  return {
    ...document,
    ...(isObject(document.paths) && {
      paths: mapMembers(withoutNames(document.paths), (item) => pathItem(withoutReference(document, item))),
    }),
    ...(isObject(document.webhooks) && { webhooks: mapMembers(document.webhooks, pathItem) }),
    ...(isObject(document.components) && {
      components: {
        ...components,
        ...(isObject(components.pathItems) && { pathItems: mapMembers(components.pathItems, pathItem) }),
        ...(isObject(components.callbacks) && { callbacks: mapMembers(components.callbacks, callback) }),
      },
    }),
  };
}

/** A path item may be in an extension, to which its path refers. */
function withoutReference(document: OpenApiDocument, node: Json): Json {
  return isObject(node) && typeof node.$ref === "string" && node.$ref.startsWith("#/paths/x-")
    ? resolveReference(document, node, "#/paths").node
    : node;
}

function pathItem(node: Json): Json {
  if (!isObject(node)) return node;
  const changed = METHODS.flatMap((method) => (isObject(node[method]) ? [[method, operation(node[method])]] : []));
  return { ...node, ...Object.fromEntries(changed) };
}

function operation(node: JsonObject): JsonObject {
  return {
    ...node,
    ...(isObject(node.responses) && { responses: withoutNames(node.responses) }),
    ...(isObject(node.callbacks) && { callbacks: mapMembers(node.callbacks, callback) }),
  };
}

function callback(node: Json): Json {
  return isObject(node) && node.$ref === undefined ? mapMembers(withoutNames(node), pathItem) : node;
}

function withoutNames(named: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(named).filter(([name]) => !name.startsWith("x-")));
}
