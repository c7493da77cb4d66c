import { onTestFinished } from "vitest";
import { placeCredentials } from "#http/credentials.js";
import { includesType, isJson, mediaTypeOf } from "#http/media-type.js";
import { serializeBody, serializeCookies, serializeHeader, serializePath, serializeQuery } from "#http/serialize.js";
import type { Json } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { type Operation, type ParameterLocation, STYLES } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { responseFor } from "#openapi/operations/status.js";
import { SchemaValidator } from "#openapi/validator/validator.js";

/** A server of a document. */
export interface DocumentServer {
  url: string;
  key: string;
  close(): Promise<void>;
}

/** The values of a request. */
export interface RequestValues {
  parameters?: Partial<Record<ParameterLocation, Record<string, Json>>>;
  body?: { value: Json; mediaType: string };
  /** Default: the server's key. */
  key?: string;
}

/** A response with its body as text, and as JSON if it is JSON. */
export interface ReceivedResponse {
  status: number;
  headers: Headers;
  text: string;
  body: Json;
}

/** Waits until a server has started. It is closed at the end of the test. */
export async function started(starting: Promise<DocumentServer>): Promise<DocumentServer> {
  const server = await starting;
  onTestFinished(() => server.close());
  return server;
}

/** A JSON body. */
export function json(value: Json): NonNullable<RequestValues["body"]> {
  return { value, mediaType: "application/json" };
}

/** Calls the servers of a document of this folder, and compares their responses with it. */
export async function documentClient(file: string) {
  const document = await loadDocument(`test/documents/${file}`);
  const operations = operationsOf(document);
  const validator = new SchemaValidator(document);
  const schemes = securitySchemes(document);

  /** @throws Error if the document has no such operation */
  function operationNamed(id: string): Operation {
    const operation = operations.find((each) => each.id === id);
    if (!operation) throw new Error(`${file} has no operation ${id}.`);
    return operation;
  }

  /** Calls an operation. */
  async function call(
    { url, key: ownKey }: DocumentServer,
    operation: Operation,
    { parameters: { path = {}, query = {}, header = {}, cookie = {} } = {}, body, key = ownKey }: RequestValues = {},
  ): Promise<ReceivedResponse> {
    const styles = stylesOf(operation);
    const keys = await placeCredentials(operation.security, schemes, key);
    const content = body && serializeBody(body.value, body.mediaType);
    const headers = new Headers(keys.headers);
    for (const [name, value] of Object.entries(header)) headers.set(name, serializeHeader(value));
    if (Object.keys(cookie).length > 0) headers.set("Cookie", serializeCookies(cookie, styles));
    if (body && !(content instanceof FormData)) headers.set("Content-Type", body.mediaType);
    const search = serializeQuery(query, styles);
    return send(`${url}${serializePath(operation.path, path, styles)}${search && `?${search}`}`, {
      method: operation.method.toUpperCase(),
      headers,
      body: content ?? null,
    });
  }

  /** The differences between a response and the document; an empty list if there are none. */
  function violations(operation: Operation, { status, headers, text, body }: ReceivedResponse): string[] {
    const response = responseFor(operation, status);
    if (!response) return [`${status} is not documented`];
    const ofHeaders = response.headers.flatMap(({ name, required, schemaPointer }) => {
      const value = headers.get(name);
      if (value === null) return required ? [`${name} is missing`] : [];
      const errors = validator.errors(schemaPointer, /^\d+$/.test(value) ? Number(value) : value);
      return errors.map(({ message }) => `${name} ${message}`);
    });
    if (response.content.length === 0 || operation.method === "head") {
      return text === "" ? ofHeaders : [...ofHeaders, "a body is not documented"];
    }
    const type = headers.get("content-type") ?? "";
    const described = response.content.find(({ name }) => includesType(name, type));
    if (!described) return [...ofHeaders, `${type} is not documented`];
    const errors = validator.errors(described.schemaPointer, isJson(type) ? body : text);
    return [...ofHeaders, ...errors.map(({ at, message }) => `${at} ${message}`)];
  }

  /** Calls an operation. Returns the differences between the response and the document. */
  async function violationsOf(server: DocumentServer, id: string, values: RequestValues = {}): Promise<string[]> {
    const operation = operationNamed(id);
    return violations(operation, await call(server, operation, values));
  }

  return { document, operations, validator, operationNamed, call, violations, violationsOf };
}

/** Sends a request. */
export async function send(url: string, init: RequestInit = {}): Promise<ReceivedResponse> {
  const response = await fetch(url, init);
  const text = await response.text();
  const hasJson = isJson(mediaTypeOf(response.headers.get("content-type") ?? "")) && text !== "";
  return { status: response.status, headers: response.headers, text, body: hasJson ? JSON.parse(text) : null };
}

function stylesOf({ parameters }: Operation) {
  return Object.fromEntries(
    parameters.map(({ in: place, name, style: styleName, explode }) => {
      const style = STYLES.find((each) => each === styleName);
      return [`${place}.${name}`, { ...(style ? { style } : {}), explode }];
    }),
  );
}
