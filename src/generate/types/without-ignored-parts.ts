import { asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { resolveReference } from "#openapi/document/reference.js";
import { mapMembers } from "#openapi/document/walk.js";
import { mayHaveContent } from "#openapi/operations/methods.js";
import { METHODS } from "#openapi/operations/operation.js";

/**
 * A copy of the document without what readers ignore:
 * - the extensions beside paths, responses and kinds of components. openapi-typescript reads them as what they extend, and fails
 *   at those that are null;
 * - content that HTTP forbids, such as that of a 204 (RFC 9110, 6.4.1).
 */
export function withoutIgnoredParts(document: OpenApiDocument): OpenApiDocument {
  const pathItem = (node: Json): Json => {
    if (!isObject(node)) return node;
    const changed = METHODS.flatMap((method) => {
      const operationNode = node[method];
      return isObject(operationNode) ? [[method, operation(method, operationNode)]] : [];
    });
    return { ...node, ...Object.fromEntries(changed) };
  };
  const operation = (method: string, node: JsonObject): JsonObject => ({
    ...node,
    ...(isObject(node.responses) && { responses: responses(method, withoutNames(node.responses)) }),
    ...(isObject(node.callbacks) && { callbacks: mapMembers(node.callbacks, callback) }),
  });
  const responses = (method: string, nodes: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(nodes).map(([status, node]) => [
        status,
        mayHaveContent(method, status) ? node : withoutContent(document, node),
      ]),
    );
  const callback = (node: Json): Json =>
    isObject(node) && node.$ref === undefined ? mapMembers(withoutNames(node), pathItem) : node;
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

/** A response without content. Other statuses may refer to the same one, so it is a copy. */
function withoutContent(document: OpenApiDocument, node: Json): Json {
  const resolved = resolveReference(document, node, "#").node;
  const { content, ...rest } = resolved;
  return content === undefined ? node : rest;
}

function withoutNames(named: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(named).filter(([name]) => !name.startsWith("x-")));
}
