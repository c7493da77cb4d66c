import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { includesType, isJson } from "#http/media-type.js";
import { asObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { resolveReference } from "#openapi/document/reference.js";
import { loadDocument } from "#openapi/load/load.js";
import type { Operation, Parameter, RequestBody } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { type SchemaError, SchemaValidator } from "#openapi/validator/validator.js";
import { type ReceivedRequest, serve, type TestServer } from "../server.js";

/** Values by the name of their parameter. */
export type Values = Record<string, Json | undefined>;

/** The values of a valid request. */
export interface ValidRequest {
  path: Values;
  query: Values;
  header: Values;
  cookie: Values;
  body: Json | undefined;
}

/** The response of a handler. */
export interface HandlerResponse {
  status: number;
  headers?: Record<string, string>;
  body?: Json;
  /** Default: `application/json`. */
  mediaType?: string;
}

/** Rejects a request, with problem details (RFC 9457). */
export class Rejection extends Error {
  readonly status: number;

  constructor(status: number, title: string) {
    super(title);
    this.status = status;
  }
}

/** The behavior of a server beside its document. */
export interface Service {
  authorized(operation: Operation, headers: IncomingHttpHeaders): boolean;
  /** Whether the service ignores an error of a request (default: false). */
  ignores?(operation: Operation, error: SchemaError): boolean;
  /** By the ids of the operations. */
  handlers: Record<string, (request: ValidRequest) => HandlerResponse>;
}

/** Serves a document: rejects invalid requests, and passes valid ones to the handlers. */
export async function serveDocument(file: string, service: Service): Promise<TestServer> {
  const document = await loadDocument(file);
  const operations = operationsOf(document);
  const validator = new SchemaValidator(document);

  const responseTo = async (seen: ReceivedRequest): Promise<HandlerResponse> => {
    const [pathname = "", search = ""] = seen.url.split("?", 2);
    const here = operations.flatMap((operation) => {
      const found = templateOf(operation.path).exec(pathname);
      return found ? [{ operation, texts: { ...found.groups } }] : [];
    });
    if (here.length === 0) throw new Rejection(404, "This path does not exist.");
    const requested = here.find(({ operation }) => operation.method === seen.method.toLowerCase());
    if (!requested) {
      const allow = here.map(({ operation }) => operation.method.toUpperCase()).join(", ");
      return { ...problem(405, `Use ${allow}.`), headers: { Allow: allow } };
    }
    const { operation, texts } = requested;
    const open = operation.security.length === 0 || operation.security.some((names) => names.length === 0);
    if (!open && !service.authorized(operation, seen.headers)) {
      return { ...problem(401, "The key is missing or wrong."), headers: { "WWW-Authenticate": "Basic" } };
    }
    const errorsOf = (pointer: string, value: Json) =>
      validator.errors(pointer, value).filter((error) => !service.ignores?.(operation, error));

    const read: ValidRequest = { path: {}, query: {}, header: {}, cookie: {}, body: undefined };
    for (const parameter of operation.parameters) {
      const { name, in: place, required, schemaPointer } = parameter;
      // A path value that is not an id identifies no resource.
      const status = place === "path" ? 404 : 400;
      const value = readParameter(document, parameter, { path: texts, search, headers: seen.headers }, status);
      if (value === undefined && required) throw new Rejection(status, `The ${place} parameter ${name} is missing.`);
      if (value === undefined) continue;
      const [error] = errorsOf(schemaPointer, value);
      if (error) throw new Rejection(status, `The ${place} parameter ${name}${error.at} ${error.message}.`);
      read[place][name] = value;
    }
    for (const names of operation.mutuallyExclusive) {
      if (names.filter((name) => read.query[name] !== undefined).length < 2) continue;
      throw new Rejection(400, `${names.join(" and ")} cannot be combined.`);
    }
    if (operation.requestBody) {
      const { value, schemaPointer } = await readBody(document, operation.requestBody, seen);
      const [error] = value === undefined ? [] : errorsOf(schemaPointer, value);
      if (error) throw new Rejection(400, `The body${error.at && ` at ${error.at}`} ${error.message}.`);
      read.body = value;
    }
    const handler = service.handlers[operation.id];
    if (!handler) throw new Rejection(501, `${operation.id} has no handler.`);
    return handler(read);
  };

  return serve((seen, response) => {
    responseTo(seen)
      .catch((error: unknown) =>
        error instanceof Rejection ? problem(error.status, error.message) : problem(500, String(error)),
      )
      .then((handled) => write(handled, response));
  });
}

function problem(status: number, title: string): HandlerResponse {
  return { status, mediaType: "application/problem+json", body: { title, status } };
}

function write(
  { status, headers = {}, body, mediaType = "application/json" }: HandlerResponse,
  response: ServerResponse,
): void {
  if (body === undefined) response.writeHead(status, headers).end();
  else {
    const text = isJson(mediaType) ? JSON.stringify(body) : String(body);
    response.writeHead(status, { ...headers, "Content-Type": mediaType }).end(text);
  }
}

/** The regular expression of a path template. Its groups are the parameters. */
function templateOf(path: string): RegExp {
  const parts = path.split(/\{([^{}]+)\}/);
  const source = parts.map((part, index) =>
    index % 2 ? `(?<${part}>[^/]+)` : part.replace(/[.*+?^$()|[\]\\]/g, "\\$&"),
  );
  return new RegExp(`^${source.join("")}$`);
}

interface Sent {
  path: Record<string, string>;
  search: string;
  headers: IncomingHttpHeaders;
}

/** Reads a parameter by its style (OpenAPI 3.1, 4.8.12.4). Knows the styles of the two documents only. */
function readParameter(document: OpenApiDocument, parameter: Parameter, sent: Sent, status: number): Json | undefined {
  const { name, in: place, style, explode, schema } = parameter;
  const decode = (text: string) => {
    try {
      return decodeURIComponent(text);
    } catch {
      throw new Rejection(status, `The ${place} parameter ${name} is not UTF-8.`);
    }
  };
  if (place === "path") {
    const text = sent.path[name] ?? "";
    const prefix = style === "label" ? "." : style === "matrix" ? `;${name}=` : "";
    return text.startsWith(prefix) ? typed(document, schema, decode(text.slice(prefix.length))) : undefined;
  }
  if (place === "header") {
    const text = sent.headers[name.toLowerCase()];
    if (text === undefined) return undefined;
    const list = typesOf(document, schema).includes("array");
    return typed(
      document,
      schema,
      list
        ? String(text)
            .split(",")
            .map((each) => each.trim())
        : String(text),
    );
  }
  const pairs = (place === "cookie" ? (sent.headers.cookie ?? "").split("; ") : sent.search.split("&"))
    .filter(Boolean)
    .map((pair) => {
      const [key = "", ...value] = pair.split("=");
      return { key: decode(key), text: place === "query" ? value.join("=").replaceAll("+", "%20") : value.join("=") };
    });
  if (style === "deepObject") {
    const members = pairs.filter(({ key }) => key.startsWith(`${name}[`) && key.endsWith("]"));
    if (members.length === 0) return undefined;
    const fields = members.map(({ key, text }): Field => [key.slice(name.length + 1, -1), decode(text)]);
    return readFields(document, schema, fields);
  }
  const texts = pairs.filter(({ key }) => key === name).map(({ text }) => text);
  const [text] = texts;
  if (text === undefined) return undefined;
  if (typesOf(document, schema).includes("array") && explode) return typed(document, schema, texts.map(decode));
  if (texts.length > 1) throw new Rejection(status, `The ${place} parameter ${name} occurs ${texts.length} times.`);
  if (!typesOf(document, schema).includes("array")) return typed(document, schema, decode(text));
  const separator = style === "spaceDelimited" ? "%20" : style === "pipeDelimited" ? /\||%7C/i : ",";
  return typed(document, schema, text === "" ? [] : text.split(separator).map(decode));
}

async function readBody(
  document: OpenApiDocument,
  { required, content }: RequestBody,
  { headers, body }: ReceivedRequest,
) {
  if (body === "") {
    if (required) throw new Rejection(400, "The body is missing.");
    return { value: undefined, schemaPointer: "" };
  }
  const contentType = headers["content-type"] ?? "";
  const described = content.find(({ name }) => includesType(name, contentType));
  if (!described) throw new Rejection(415, `Send ${content.map(({ name }) => name).join(" or ")}.`);
  const { name, schema, schemaPointer } = described;
  try {
    if (isJson(name)) {
      const value: Json = JSON.parse(body);
      return { value, schemaPointer };
    }
    const form = await new Response(body, { headers: { "Content-Type": contentType } }).formData();
    const texts = [...form].map(
      async ([key, part]): Promise<Field> => [key, typeof part === "string" ? part : await part.text()],
    );
    return { value: readFields(document, schema, await Promise.all(texts)), schemaPointer };
  } catch {
    throw new Rejection(400, `The body cannot be read as ${name}.`);
  }
}

/** A field of a form, or of an object in the query. */
type Field = [name: string, text: string];

/** Fields as an object. A repeated field is a list, and so does not fit the schema of a single value. */
function readFields(document: OpenApiDocument, schema: Json | undefined, fields: readonly Field[]): JsonObject {
  const properties = asObject(resolveReference(document, schema, "#").node.properties);
  return Object.fromEntries(
    fields.map(([name]) => {
      const texts = fields.filter((field) => field[0] === name).map((field) => field[1]);
      return [name, typed(document, properties[name], texts.length === 1 ? (texts[0] ?? "") : texts)];
    }),
  );
}

/** A text as the type of its schema. Any other text stays unchanged, and so does not fit the schema. */
function typed(document: OpenApiDocument, schema: Json | undefined, text: string | string[]): Json {
  if (Array.isArray(text)) {
    const { items } = resolveReference(document, schema, "#").node;
    return text.map((each) => typed(document, items, each));
  }
  const types = typesOf(document, schema);
  const isNumber = types.includes("integer") || types.includes("number");
  if (isNumber && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  // A form carries an object as JSON (OpenAPI 3.1, 4.8.14.4). The reader of the body catches malformed JSON.
  return types.includes("object") ? JSON.parse(text) : text;
}

function typesOf(document: OpenApiDocument, schema: Json | undefined): Json[] {
  return [resolveReference(document, schema, "#").node.type ?? []].flat();
}
