import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { pascalCase } from "#openapi/document/letter-case.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import { unusedName } from "#openapi/document/unused-name.js";
import { copyOf, mapMembers } from "#openapi/document/walk.js";
import { type OperationNode, operationNodes } from "#openapi/operations/path-item.js";

/** The methods of which openapi-typescript makes types. */
const TYPED_METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Whether openapi-typescript makes no types of an operation: QUERY, and `additionalOperations` (OpenAPI 3.2, 4.9). */
export function isOfOtherMethod({ method }: { method: string }): boolean {
  return !TYPED_METHODS.includes(method);
}

/** The path under which `withKnownParts` puts such an operation, as the method `post`. */
export function pathOfOther({ method, path }: { method: string; path: string }): string {
  return `${method.toUpperCase()} ${path}`;
}

/**
 * A copy of a document without the parts of OpenAPI 3.2 that openapi-typescript does not know:
 * - operations of other methods have a path of their own;
 * - references to media types are replaced by their targets;
 * - the schema of an item (`itemSchema`) is a component, and that of a response;
 * - a sequence in a request is a text;
 * - a parameter that is the whole query string is an object in the query.
 */
export function withKnownParts(document: OpenApiDocument): OpenApiDocument {
  const typed = withPathsOfOthers(document);
  if (!/"(itemSchema|querystring)":|"querystring"|#\/components\/mediaTypes\//.test(JSON.stringify(document)))
    return typed;
  const items: JsonObject = {};
  let isRequest = false;
  const taken = asObject(asObject(document.components).schemas);
  const copy = (node: Json, owner: string, isMap: boolean): Json => {
    const operationId = isObject(node) && !isMap ? asText(node.operationId) : undefined;
    const inner = operationId ?? owner;
    const copied = copyOf(node, isMap, (member, isInnerMap, name) => {
      if (!isMap && name === "content" && isObject(member)) {
        return mapMembers(member, (mediaType) => copy(mediaTypeOf(mediaType, inner), inner, false));
      }
      const outer = isRequest;
      isRequest ||= !isMap && (name === "requestBody" || name === "requestBodies");
      const written = copy(member, inner, isInnerMap);
      isRequest = outer;
      return written;
    });
    return isObject(copied) ? asParameter(copied) : copied;
  };
  const mediaTypeOf = (reference: Json, owner: string): JsonObject => {
    const { itemSchema, ...rest } = resolveReference(document, reference, "#").node;
    if (itemSchema === undefined) return rest;
    if (!isObject(itemSchema) || itemSchema.$ref === undefined) {
      items[unusedName(`${pascalCase(owner)}Item`, { ...taken, ...items })] = itemSchema;
    }
    // The body of a request is written as a whole; a response is read item by item.
    return isRequest ? { schema: { type: "string" }, ...rest } : { ...rest, schema: itemSchema };
  };
  const copied = asObject(copy(typed, "Stream", false));
  const components = asObject(copied.components);
  return { ...copied, components: { ...components, schemas: { ...asObject(components.schemas), ...items } } };
}

function withPathsOfOthers(document: OpenApiDocument): OpenApiDocument {
  const others = Object.entries(asObject(document.paths)).flatMap(([path, reference]) => {
    if (!path.startsWith("/")) return [];
    const item = resolveReference(document, reference, pointerTo("#/paths", path));
    const parameters = asList(item.node.parameters);
    const otherOperations = operationNodes(item.node, item.pointer).filter(isOfOtherMethod);
    return otherOperations.map(({ method, node }: OperationNode): [string, Json] => [
      pathOfOther({ method, path }),
      { parameters, post: node },
    ]);
  });
  if (others.length === 0) return document;
  return { ...document, paths: { ...asObject(document.paths), ...Object.fromEntries(others) } };
}

function asParameter(node: JsonObject): JsonObject {
  if (node.in !== "querystring") return node;
  const [described] = Object.values(asObject(node.content));
  return { name: "querystring", ...node, in: "query", schema: asObject(described).schema ?? {} };
}
