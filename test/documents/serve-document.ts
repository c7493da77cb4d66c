import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { covers, isJson } from "../../src/http/media-type.js";
import { asObject, type Json, type JsonObject, type OpenApiDocument } from "../../src/openapi/document.js";
import { loadDocument } from "../../src/openapi/load.js";
import type { Operation, Parameter, RequestBody } from "../../src/openapi/operation.js";
import { operationsOf } from "../../src/openapi/operations.js";
import { resolveReference } from "../../src/openapi/reference.js";
import { type SchemaError, SchemaValidator } from "../../src/openapi/validator.js";
import { type Seen, serve, type TestServer } from "../server.js";

/** Values by the name of their parameter. */
export type Values = Record<string, Json | undefined>;

/** A request that the document admits. */
export interface Admitted {
  path: Values;
  query: Values;
  header: Values;
  cookie: Values;
  body: Json | undefined;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: Json;
  /** application/json unless told. */
  mediaType?: string;
}

/** Ends a request with a problem (RFC 9457). */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, title: string) {
    super(title);
    this.status = status;
  }
}

export interface Service {
  authorized(operation: Operation, headers: IncomingHttpHeaders): boolean;
  /** Errors that the service does not see. */
  overlooks?(operation: Operation, error: SchemaError): boolean;
  /** By the id of the operation. */
  handlers: Record<string, (request: Admitted) => Answer>;
}

/** Serves a document: refuses what it does not admit, and leaves the rest to the handlers. */
export async function serveDocument(file: string, service: Service): Promise<TestServer> {
  const document = await loadDocument(file);
  const operations = operationsOf(document);
  const validator = new SchemaValidator(document);

  const answerTo = async (seen: Seen): Promise<Answer> => {
    const [pathname = "", search = ""] = seen.url.split("?", 2);
    const here = operations.flatMap((operation) => {
      const found = templateOf(operation.path).exec(pathname);
      return found ? [{ operation, texts: { ...found.groups } }] : [];
    });
    if (here.length === 0) throw new Refusal(404, "There is nothing here.");
    const asked = here.find(({ operation }) => operation.method === seen.method.toLowerCase());
    if (!asked) {
      const allow = here.map(({ operation }) => operation.method.toUpperCase()).join(", ");
      return { ...problem(405, `Use ${allow}.`), headers: { Allow: allow } };
    }
    const { operation, texts } = asked;
    const open = operation.security.length === 0 || operation.security.some((names) => names.length === 0);
    if (!open && !service.authorized(operation, seen.headers)) {
      return { ...problem(401, "The key is missing or wrong."), headers: { "WWW-Authenticate": "Basic" } };
    }
    const admitted = (pointer: string, value: Json) =>
      validator.errors(pointer, value).filter((error) => !service.overlooks?.(operation, error));

    const read: Admitted = { path: {}, query: {}, header: {}, cookie: {}, body: undefined };
    for (const parameter of operation.parameters) {
      const { name, in: place, required, schemaPointer } = parameter;
      // What is no id at all is the id of nothing.
      const status = place === "path" ? 404 : 400;
      const value = readParameter(document, parameter, { path: texts, search, headers: seen.headers }, status);
      if (value === undefined && required) throw new Refusal(status, `The ${place} parameter ${name} is missing.`);
      if (value === undefined) continue;
      const [error] = admitted(schemaPointer, value);
      if (error) throw new Refusal(status, `The ${place} parameter ${name}${error.at} ${error.message}.`);
      read[place][name] = value;
    }
    for (const names of operation.mutuallyExclusive) {
      if (names.filter((name) => read.query[name] !== undefined).length < 2) continue;
      throw new Refusal(400, `${names.join(" and ")} cannot be combined.`);
    }
    if (operation.requestBody) {
      const { value, schemaPointer } = await readBody(document, operation.requestBody, seen);
      const [error] = value === undefined ? [] : admitted(schemaPointer, value);
      if (error) throw new Refusal(400, `The body${error.at && ` at ${error.at}`} ${error.message}.`);
      read.body = value;
    }
    const handler = service.handlers[operation.id];
    if (!handler) throw new Refusal(501, `${operation.id} has no handler.`);
    return handler(read);
  };

  return serve((seen, response) => {
    answerTo(seen)
      .catch((error: unknown) =>
        error instanceof Refusal ? problem(error.status, error.message) : problem(500, String(error)),
      )
      .then((answer) => write(answer, response));
  });
}

function problem(status: number, title: string): Answer {
  return { status, mediaType: "application/problem+json", body: { title, status } };
}

function write({ status, headers = {}, body, mediaType = "application/json" }: Answer, response: ServerResponse): void {
  if (body === undefined) response.writeHead(status, headers).end();
  else {
    const text = isJson(mediaType) ? JSON.stringify(body) : String(body);
    response.writeHead(status, { ...headers, "Content-Type": mediaType }).end(text);
  }
}

/** `/shelves/{shelf}/items` as an expression with the parameters as its groups. */
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

/** Reads a parameter by its style (OpenAPI 3.1, 4.8.12.4), as far as the two documents use them. */
function readParameter(document: OpenApiDocument, parameter: Parameter, sent: Sent, status: number): Json | undefined {
  const { name, in: place, style, explode, schema } = parameter;
  const decode = (text: string) => {
    try {
      return decodeURIComponent(text);
    } catch {
      throw new Refusal(status, `The ${place} parameter ${name} is no UTF-8.`);
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
  if (texts.length > 1) throw new Refusal(status, `The ${place} parameter ${name} is given ${texts.length} times.`);
  if (!typesOf(document, schema).includes("array")) return typed(document, schema, decode(text));
  const separator = style === "spaceDelimited" ? "%20" : style === "pipeDelimited" ? /\||%7C/i : ",";
  return typed(document, schema, text === "" ? [] : text.split(separator).map(decode));
}

async function readBody(document: OpenApiDocument, { required, content }: RequestBody, { headers, body }: Seen) {
  if (body === "") {
    if (required) throw new Refusal(400, "The body is missing.");
    return { value: undefined, schemaPointer: "" };
  }
  const contentType = headers["content-type"] ?? "";
  const described = content.find(({ name }) => covers(name, contentType));
  if (!described) throw new Refusal(415, `Send ${content.map(({ name }) => name).join(" or ")}.`);
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
    throw new Refusal(400, `The body cannot be read as ${name}.`);
  }
}

/** A field of a form, or of an object in a query. */
type Field = [name: string, text: string];

/** Fields as an object; one that is given twice is a list, and so does not fit what is wanted once. */
function readFields(document: OpenApiDocument, schema: Json | undefined, fields: readonly Field[]): JsonObject {
  const properties = asObject(resolveReference(document, schema, "#").node.properties);
  return Object.fromEntries(
    fields.map(([name]) => {
      const texts = fields.filter((field) => field[0] === name).map((field) => field[1]);
      return [name, typed(document, properties[name], texts.length === 1 ? (texts[0] ?? "") : texts)];
    }),
  );
}

/** Text as the type that its schema wants; what is no such thing stays text, and so does not fit. */
function typed(document: OpenApiDocument, schema: Json | undefined, text: string | string[]): Json {
  if (Array.isArray(text)) {
    const { items } = resolveReference(document, schema, "#").node;
    return text.map((each) => typed(document, items, each));
  }
  const types = typesOf(document, schema);
  const isNumber = types.includes("integer") || types.includes("number");
  if (isNumber && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  // A form carries an object as JSON (4.8.14.4); what is broken there is thrown to the reader of the body.
  return types.includes("object") ? JSON.parse(text) : text;
}

function typesOf(document: OpenApiDocument, schema: Json | undefined): Json[] {
  return [resolveReference(document, schema, "#").node.type ?? []].flat();
}
