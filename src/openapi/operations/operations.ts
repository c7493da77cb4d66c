import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  type Schema,
} from "../document/document.js";
import { oncePer } from "../document/once-per.js";
import { pointerTo } from "../document/pointer.js";
import { type Resolved, resolveReference } from "../document/reference.js";
import { isClientHeader } from "./client-headers.js";
import { fileFieldsOf } from "./file-fields.js";
import { hasContent, mayHaveContent } from "./methods.js";
import {
  type DocumentedResponse,
  type Examples,
  type FieldEncoding,
  isParameterLocation,
  type MediaType,
  type Operation,
  type Parameter,
  type ParameterLocation,
  type RequestBody,
  type ResponseHeader,
  STYLES,
} from "./operation.js";
import { ownServerOf } from "./own-server.js";
import { operationNodes } from "./path-item.js";
import { type SecurityScheme, securitySchemes } from "./security.js";
import { mutuallyExclusiveOf, numberedPagesOf, paginationOf } from "./stated-paging.js";
import { templateNames } from "./template-names.js";

/**
 * Lists the operations of a document in its order, with all references resolved (Paths Object, OpenAPI 3.1, 4.8.8). The list is
 * remembered, because documents do not change once they are loaded.
 *
 * @throws UserError if a reference leads nowhere
 */
export const operationsOf = oncePer((document: OpenApiDocument): readonly Operation[] => {
  return Object.entries(asObject(document.paths)).flatMap(([path, reference]) =>
    path.startsWith("/") ? operationsAt(document, path, reference, pointerTo("#/paths", path)) : [],
  );
});

/**
 * Lists the operations of one Path Item (OpenAPI 3.1, 4.8.9), which may also be a webhook, or of a callback.
 *
 * @param path its path, or its name
 * @param at its place
 * @throws UserError if a reference leads nowhere
 */
export function operationsAt(document: OpenApiDocument, path: string, reference: Json, at: string): Operation[] {
  const item = resolveReference(document, reference, at);
  const schemes = securitySchemes(document);
  return operationNodes(item.node, item.pointer).map(({ method, node, pointer }) => {
    const inPath = templateNames(path);
    const security = asList(node.security ?? document.security).map((scheme) => Object.keys(asObject(scheme)));
    const isKey = isKeyOf(security.flat().flatMap((name) => schemes[name] ?? []));
    const parameters = parametersOf(document, item, { node, pointer }).filter(
      (parameter) => (parameter.in !== "path" || inPath.includes(parameter.name)) && !isKey(parameter),
    );
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
      requestBody: hasContent({ method })
        ? requestBodyOf(document, node.requestBody, pointerTo(pointer, "requestBody"))
        : undefined,
      responses: responsesOf(document, method, asObject(node.responses), pointerTo(pointer, "responses")),
      security,
      server: ownServerOf(document, item.node, node),
      paging: paginationOf(node, pointer, parameters) ?? numberedPagesOf(node, pointer, parameters),
      mutuallyExclusive: mutuallyExclusiveOf(node["x-mutually-exclusive"]),
    };
  });
}

/**
 * Whether a parameter is ignored. It is a header with one of these names (Parameter Object, OpenAPI 3.1, 4.8.12.1), or one
 * that the client sets. `User-Agent` is a parameter where the document has a value for it.
 */
function isIgnoredParameter({ in: location, name, examples, schema }: Parameter): boolean {
  if (location !== "header") return false;
  if (["accept", "content-type", "authorization"].includes(name.toLowerCase())) return true;
  const { example, default: usual, enum: values, const: constant } = asObject(schema);
  const stated = [examples.fallback, ...examples.named.values(), example, usual, values, constant];
  const isStated = name.toLowerCase() === "user-agent" && stated.some((value) => value !== undefined);
  return isClientHeader(name) && !isStated;
}

/** Whether a parameter is the key of a security scheme (Security Scheme Object, OpenAPI 3.1, 4.8.27), which is sent once. */
function isKeyOf(schemes: readonly SecurityScheme[]): (parameter: Parameter) => boolean {
  return ({ name, in: location }) =>
    schemes.some((scheme) => {
      if (scheme.type !== "apiKey" || scheme.in !== location) return false;
      return location === "header" ? scheme.name.toLowerCase() === name.toLowerCase() : scheme.name === name;
    });
}

/** An operation's own parameters override those of its path that have the same name and location (4.8.9.1). */
function parametersOf(document: OpenApiDocument, pathItem: Resolved, operation: Resolved): Parameter[] {
  const read = ({ node, pointer }: Resolved) =>
    asList(node.parameters).flatMap((parameter, index) =>
      parameterOf(document, resolveReference(document, parameter, pointerTo(pointer, "parameters", index))),
    );
  const stated = read(operation);
  const overridden = (shared: Parameter) =>
    stated.some(({ name, in: place }) => name === shared.name && place === shared.in);
  return [...read(pathItem).filter((shared) => !overridden(shared)), ...stated].filter(
    (parameter) => !isIgnoredParameter(parameter),
  );
}

/** The default styles (Parameter Object, OpenAPI 3.2, 4.12). A whole query string is like a form that is an object. */
const DEFAULT_STYLE: Record<ParameterLocation, string> = {
  path: "simple",
  query: "form",
  header: "simple",
  cookie: "form",
};

/** A parameter as a list of one; an empty list for one in a place that requests do not have. */
function parameterOf(document: OpenApiDocument, { node, pointer }: Resolved): Parameter[] {
  if (!isParameterLocation(node.in)) return [];
  const isWhole = node.in === "querystring";
  const location = node.in === "querystring" ? "query" : node.in;
  // Cookies are written in the same way by both styles, except that values of `cookie` are not percent-encoded.
  const stated = asText(node.style) === "cookie" ? "form" : asText(node.style);
  const style = isWhole ? "querystring" : (stated ?? DEFAULT_STYLE[location]);
  const [described] = mediaTypesOf(document, node.content, pointerTo(pointer, "content"));
  const mediaType = mediaTypeOf(document, "", node, pointer);
  const parameter: Parameter = {
    name: asText(node.name) ?? (isWhole ? "querystring" : ""),
    in: location,
    required: node.required === true,
    description: asText(node.description) ?? "",
    deprecated: node.deprecated === true,
    schema: (described ?? mediaType).schema,
    schemaPointer: (described ?? mediaType).schemaPointer,
    mediaType: described?.name,
    style,
    explode: typeof node.explode === "boolean" ? node.explode : style === "form",
    allowReserved: node.allowReserved === true || node.style === "cookie",
    examples: described && mediaType.examples.named.size === 0 ? described.examples : mediaType.examples,
    identifies: asList(node["x-identifies"]).map(String),
    pointer,
  };
  return [parameter];
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

function responsesOf(
  document: OpenApiDocument,
  method: string,
  responses: JsonObject,
  at: string,
): DocumentedResponse[] {
  return Object.entries(responses).flatMap(([status, reference]) => {
    if (status.startsWith("x-")) return [];
    const { node, pointer } = resolveReference(document, reference, pointerTo(at, status));
    return {
      status: /^[1-5]xx$/.test(status) ? status.toUpperCase() : status,
      description: asText(node.description) ?? "",
      content: mayHaveContent(method, status)
        ? mediaTypesOf(document, node.content, pointerTo(pointer, "content"))
        : [],
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
    const [described] = mediaTypesOf(document, node.content, pointerTo(pointer, "content"));
    const plain = mediaTypeOf(document, "", node, pointer);
    const { schema, schemaPointer } = described ?? plain;
    const examples = described && plain.examples.named.size === 0 ? described.examples : plain.examples;
    const form = { mediaType: described?.name, explode: node.explode === true };
    return { name, required: node.required === true, ...form, schema, schemaPointer, examples, pointer };
  });
}

/** A key of `content` that is not a media type, such as `json` or an empty text, describes any type. */
function mediaTypesOf(document: OpenApiDocument, content: Json | undefined, at: string): MediaType[] {
  return Object.entries(asObject(content)).map(([key, reference]) => {
    const { node, pointer } = resolveReference(document, reference, pointerTo(at, key));
    return mediaTypeOf(document, isMediaTypeKey(key) ? key : "*/*", node, pointer);
  });
}

/** Whether a key of `content` is a media type, a range or a list of them (RFC 9110, 8.3.1). */
export function isMediaTypeKey(key: string): boolean {
  return key.includes("/");
}

/** Media types, parameters and headers have their schema and examples in the same fields. */
function mediaTypeOf(document: OpenApiDocument, name: string, node: JsonObject, pointer: string): MediaType {
  const schemaPointer = pointerTo(pointer, "schema");
  const encoding = encodingOf(document, node.encoding, pointerTo(pointer, "encoding"));
  if (name.startsWith("multipart/")) Object.assign(encoding, fileFieldsOf(document, schemaPointer, encoding));
  return {
    name,
    schema: schemaOf(node.schema),
    schemaPointer,
    itemSchema: schemaOf(node.itemSchema),
    itemSchemaPointer: pointerTo(pointer, "itemSchema"),
    examples: examplesOf(document, node, pointer),
    encoding,
    pointer,
  };
}

function encodingOf(document: OpenApiDocument, encoding: Json | undefined, at: string): Record<string, FieldEncoding> {
  const fields = Object.entries(asObject(encoding)).map(([name, reference]): [string, FieldEncoding] => {
    const { style: styleName, explode, contentType } = resolveReference(document, reference, pointerTo(at, name)).node;
    const style = STYLES.find((known) => known === styleName);
    return [
      name,
      {
        ...(style && { style }),
        ...(typeof explode === "boolean" && { explode }),
        ...(typeof contentType === "string" && { contentType }),
      },
    ];
  });
  return Object.fromEntries(fields);
}

function schemaOf(node: Json | undefined): Schema | undefined {
  return typeof node === "boolean" || isObject(node) ? node : undefined;
}

/** Examples without a `value`, for example with an `externalValue`, cannot be sent or served, and are left out. */
function examplesOf(document: OpenApiDocument, node: JsonObject, pointer: string): Examples {
  const named = new Map<string, Json>();
  for (const [key, reference] of Object.entries(asObject(node.examples))) {
    const { node: example } = resolveReference(document, reference, pointerTo(pointer, "examples", key));
    // A `serializedValue` would have to be parsed by its media type, and is left out (Example Object, OpenAPI 3.2, 4.19).
    const value = example.value === undefined ? example.dataValue : example.value;
    if (value !== undefined) named.set(key, value);
  }
  return { named, fallback: node.example };
}
