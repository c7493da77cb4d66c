import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  type Schema,
} from "./document.js";
import {
  type Cursor,
  type DocumentedResponse,
  type Examples,
  METHODS,
  type MediaType,
  type Operation,
  type Pagination,
  type Parameter,
  type ParameterLocation,
  type RequestBody,
  type ResponseHeader,
} from "./operation.js";
import { pointerTo } from "./pointer.js";
import { type Resolved, resolveReference } from "./reference.js";

/**
 * Lists the operations of a document in its order, every reference followed (Paths Object, OpenAPI 3.1, 4.8.8).
 *
 * @throws Error if a reference leads nowhere, or a declaration of ours (`x-pagination`, `x-mutually-exclusive`) is wrong
 */
export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(asObject(document.paths)).flatMap(([path, reference]) => {
    if (!path.startsWith("/")) return [];
    const item = resolveReference(document, reference, pointerTo("#/paths", path));
    const methods = Object.keys(item.node).flatMap((name) => METHODS.filter((method) => method === name));
    return methods.map((method) => {
      const node = asObject(item.node[method]);
      const pointer = pointerTo(item.pointer, method);
      const parameters = parametersOf(document, item, { node, pointer });
      return {
        id: asText(node.operationId) ?? `${method.toUpperCase()} ${path}`,
        operationId: asText(node.operationId),
        method,
        path,
        pointer,
        summary: asText(node.summary) ?? "",
        description: asText(node.description) ?? "",
        deprecated: node.deprecated === true,
        stability: asText(node["x-stability-level"]),
        parameters,
        requestBody: requestBodyOf(document, node.requestBody, pointerTo(pointer, "requestBody")),
        responses: responsesOf(document, asObject(node.responses), pointerTo(pointer, "responses")),
        security: asList(node.security ?? document.security).map((each) => Object.keys(asObject(each))),
        pagination: paginationOf(node["x-pagination"], parameters, pointerTo(pointer, "x-pagination")),
        mutuallyExclusive: mutuallyExclusiveOf(
          node["x-mutually-exclusive"],
          parameters,
          pointerTo(pointer, "x-mutually-exclusive"),
        ),
      };
    });
  });
}

/** What the standard says elsewhere; parameters of these names are ignored (Parameter Object, OpenAPI 3.1, 4.8.12.1). */
const IGNORED_HEADERS = ["accept", "content-type", "authorization"];

/** An operation's own parameters override those of its path that have the same name and place (4.8.9.1). */
function parametersOf(document: OpenApiDocument, pathItem: Resolved, operation: Resolved): Parameter[] {
  const read = ({ node, pointer }: Resolved) =>
    asList(node.parameters).map((each, index) =>
      parameterOf(document, resolveReference(document, each, pointerTo(pointer, "parameters", index))),
    );
  const own = read(operation);
  const overridden = (shared: Parameter) =>
    own.some(({ name, in: place }) => name === shared.name && place === shared.in);
  return [...read(pathItem).filter((shared) => !overridden(shared)), ...own].filter(
    ({ name, in: place }) => place !== "header" || !IGNORED_HEADERS.includes(name.toLowerCase()),
  );
}

const DEFAULT_STYLE: Record<ParameterLocation, string> = {
  path: "simple",
  query: "form",
  header: "simple",
  cookie: "form",
};

function parameterOf(document: OpenApiDocument, { node, pointer }: Resolved): Parameter {
  const place = locationOf(node.in, pointer);
  const style = asText(node.style) ?? DEFAULT_STYLE[place];
  const [described] = mediaTypesOf(document, node.content, pointerTo(pointer, "content"));
  const own = mediaTypeOf(document, "", node, pointer);
  return {
    name: asText(node.name) ?? "",
    in: place,
    required: node.required === true,
    description: asText(node.description) ?? "",
    deprecated: node.deprecated === true,
    schema: (described ?? own).schema,
    schemaPointer: (described ?? own).schemaPointer,
    mediaType: described?.name,
    style,
    explode: typeof node.explode === "boolean" ? node.explode : style === "form",
    allowReserved: node.allowReserved === true,
    examples: described && own.examples.named.size === 0 ? described.examples : own.examples,
    identifies: asList(node["x-identifies"]).map(String),
    pointer,
  };
}

function locationOf(place: Json | undefined, pointer: string): ParameterLocation {
  if (place === "path" || place === "query" || place === "header" || place === "cookie") return place;
  throw new Error(`${pointer}: a parameter is in path, query, header or cookie, not in ${JSON.stringify(place)}.`);
}

function requestBodyOf(document: OpenApiDocument, reference: Json | undefined, at: string): RequestBody | undefined {
  if (reference === undefined) return undefined;
  const { node, pointer } = resolveReference(document, reference, at);
  return {
    required: node.required === true,
    description: asText(node.description) ?? "",
    content: mediaTypesOf(document, node.content, pointerTo(pointer, "content")),
    pointer,
  };
}

function responsesOf(document: OpenApiDocument, responses: JsonObject, at: string): DocumentedResponse[] {
  return Object.entries(responses).flatMap(([status, reference]) => {
    if (status.startsWith("x-")) return [];
    const { node, pointer } = resolveReference(document, reference, pointerTo(at, status));
    return {
      status: /^[1-5]xx$/.test(status) ? status.toUpperCase() : status,
      description: asText(node.description) ?? "",
      content: mediaTypesOf(document, node.content, pointerTo(pointer, "content")),
      headers: headersOf(document, asObject(node.headers), pointerTo(pointer, "headers")),
      exampleKeys: asList(node["x-examples"]).map(String),
      pointer,
    };
  });
}

/** `Content-Type` is described by `content`; a header of that name is ignored (4.8.17.1). */
function headersOf(document: OpenApiDocument, headers: JsonObject, at: string): ResponseHeader[] {
  return Object.entries(headers).flatMap(([name, reference]) => {
    if (name.toLowerCase() === "content-type") return [];
    const { node, pointer } = resolveReference(document, reference, pointerTo(at, name));
    const { schema, schemaPointer } = mediaTypeOf(document, "", node, pointer);
    return { name, required: node.required === true, schema, schemaPointer, pointer };
  });
}

function mediaTypesOf(document: OpenApiDocument, content: Json | undefined, at: string): MediaType[] {
  return Object.entries(asObject(content)).map(([name, node]) =>
    mediaTypeOf(document, name, asObject(node), pointerTo(at, name)),
  );
}

/** Media types, parameters and headers share how they hold a schema and examples. */
function mediaTypeOf(document: OpenApiDocument, name: string, node: JsonObject, pointer: string): MediaType {
  return {
    name,
    schema: schemaOf(node.schema),
    schemaPointer: pointerTo(pointer, "schema"),
    examples: examplesOf(document, node, pointer),
    pointer,
  };
}

function schemaOf(node: Json | undefined): Schema | undefined {
  return typeof node === "boolean" || isObject(node) ? node : undefined;
}

/** Examples without a `value` (an `externalValue`, say) cannot be sent or served, and are left out. */
function examplesOf(document: OpenApiDocument, node: JsonObject, pointer: string): Examples {
  const named = new Map<string, Json>();
  for (const [key, reference] of Object.entries(asObject(node.examples))) {
    const { value } = resolveReference(document, reference, pointerTo(pointer, "examples", key)).node;
    if (value !== undefined) named.set(key, value);
  }
  return { named, fallback: node.example };
}

/** @throws Error if the declaration lacks a part, or names a parameter that the operation does not have */
function paginationOf(node: Json | undefined, parameters: Parameter[], pointer: string): Pagination | undefined {
  if (node === undefined) return undefined;
  const { items, hasMore, pageSize, forward, backward } = asObject(node);
  if (typeof items !== "string")
    throw new Error(`${pointer} lacks \`items\`, the JSON pointer to the items of a page.`);
  if (forward === undefined)
    throw new Error(`${pointer} lacks \`forward\`, the parameter that leads to the next page.`);
  const size = asText(pageSize);
  if (size !== undefined) requireQueryParameter(size, parameters, pointerTo(pointer, "pageSize"));
  return {
    items,
    hasMore: asText(hasMore),
    pageSize: size,
    forward: cursorOf(asObject(forward), parameters, pointerTo(pointer, "forward")),
    backward:
      backward === undefined ? undefined : cursorOf(asObject(backward), parameters, pointerTo(pointer, "backward")),
  };
}

function cursorOf({ parameter, item, body }: JsonObject, parameters: Parameter[], pointer: string): Cursor {
  if (typeof item === typeof body) throw new Error(`${pointer} needs either \`item\` or \`body\`, a JSON pointer.`);
  requireQueryParameter(String(parameter), parameters, pointerTo(pointer, "parameter"));
  return { parameter: String(parameter), item: asText(item), body: asText(body) };
}

/** @throws Error if a group names a parameter that the operation does not have */
function mutuallyExclusiveOf(groups: Json | undefined, parameters: Parameter[], pointer: string): string[][] {
  return asList(groups).map((group, index) =>
    asList(group).map((name) => {
      requireQueryParameter(String(name), parameters, pointerTo(pointer, index));
      return String(name);
    }),
  );
}

function requireQueryParameter(name: string, parameters: Parameter[], pointer: string): void {
  const names = parameters.filter((parameter) => parameter.in === "query").map((parameter) => parameter.name);
  if (names.includes(name)) return;
  throw new Error(`${pointer} names \`${name}\`, but the query parameters are ${names.join(", ") || "none"}.`);
}
