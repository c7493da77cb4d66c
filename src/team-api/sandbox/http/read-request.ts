import { UserError } from "#cli/user-error.js";
import { covers, isJson, mediaTypeOf } from "#http/media-type.js";
import { asObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { resolveReference } from "#openapi/document/reference.js";
import type { Operation, Parameter, RequestBody } from "#openapi/operations/operation.js";
import type { SchemaValidator } from "#openapi/schema/validator.js";
import { Problem, type RequestError } from "../problem.js";
import { UNSPECIFIED_BEHAVIOR } from "../unspecified-behavior.js";
import { type Query, readQuery } from "./query.js";

/** A request as it arrived, its path parsed already. */
export interface IncomingRequest {
  path: Readonly<Record<string, string>>;
  /** The text after `?`. */
  search: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** A value for JSON, bytes for any other media type; undefined if there is no body. */
  body: unknown;
}

/** A request that conforms to the contract. */
export interface ReadRequest {
  path: Record<string, Json>;
  query: Record<string, Json>;
  header: Record<string, Json>;
  body: unknown;
}

/** @throws Problem if the request violates the contract */
export type RequestReader = (request: IncomingRequest) => ReadRequest;

/**
 * Creates the reader of an operation's requests, which validates them against the contract.
 *
 * @throws UserError if the operation has a parameter that this reader cannot parse
 */
export function requestReader(
  document: OpenApiDocument,
  operation: Operation,
  validator: SchemaValidator,
): RequestReader {
  const { parameters, requestBody, mutuallyExclusive } = operation;
  const types = new Map(parameters.map((parameter) => [parameter, typeOf(document, parameter, operation)]));

  return (request) => {
    const query = readQuery(request.search);
    const errors: RequestError[] = [];
    const read: ReadRequest = { path: {}, query: {}, header: {}, body: undefined };
    for (const [parameter, type] of types) {
      const { name, in: location } = parameter;
      if (location === "cookie") continue;
      const texts = textsOf(parameter, request, query);
      const [text] = texts;
      const value = text === undefined ? undefined : parse(text, type);
      for (const detail of errorsOf(parameter, texts, value, validator))
        errors.push({ in: location, at: name, detail });
      if (value !== undefined) read[location][name] = value;
    }
    for (const names of mutuallyExclusive) {
      const present = names.filter((name) => query.has(name));
      if (present.length > 1) errors.push({ in: "query", at: present.join(", "), detail: "cannot be combined" });
    }
    if (requestBody && (request.body !== undefined || requestBody.required)) {
      errors.push(...bodyErrors(requestBody, request, validator));
      read.body = request.body;
    }
    if (errors.length > 0) throw new Problem(UNSPECIFIED_BEHAVIOR.invalid.status, sentenceOf(errors), { errors });
    return read;
  };
}

/** The values of a parameter as they were sent. */
function textsOf(
  { name, in: location }: Parameter,
  { path, headers }: IncomingRequest,
  query: Query,
): readonly string[] {
  if (location === "query") return query.get(name) ?? [];
  if (location === "path") return [path[name] ?? ""];
  return [headers[name.toLowerCase()] ?? []].flat();
}

function errorsOf(
  { required, schema, schemaPointer }: Parameter,
  texts: readonly string[],
  value: Json | undefined,
  validator: SchemaValidator,
): string[] {
  if (value === undefined) return required ? ["is required"] : [];
  if (texts.length > 1) return ["must be sent once"];
  return schema === undefined ? [] : validator.errors(schemaPointer, value).map(({ message }) => message);
}

/** @throws Problem if the media type is not in the contract */
function bodyErrors(
  requestBody: RequestBody,
  { headers, body }: IncomingRequest,
  validator: SchemaValidator,
): RequestError[] {
  if (body === undefined) return [{ in: "body", at: "", detail: "is required" }];
  const contentType = [headers["content-type"] ?? []].flat()[0] ?? "";
  const described = requestBody.content.find(({ name }) => covers(name, contentType));
  if (!described) {
    const expected = requestBody.content.map(({ name }) => name).join(" or ");
    const received = mediaTypeOf(contentType);
    throw new Problem(
      UNSPECIFIED_BEHAVIOR.otherMediaType.status,
      `The body ${received === "" ? "has no Content-Type" : `is ${received}`}. Send ${expected}.`,
    );
  }
  if (described.schema === undefined || !isJson(contentType)) return [];
  return validator
    .errors(described.schemaPointer, body)
    .map(({ at, message }) => ({ in: "body", at, detail: message }));
}

type PrimitiveType = "string" | "number" | "boolean";

/** The type as which a parameter's text is parsed. */
function typeOf(document: OpenApiDocument, parameter: Parameter, { id }: Operation): PrimitiveType {
  const { node } = resolveReference(document, asObject(parameter.schema), parameter.schemaPointer);
  const { type = "string" } = node;
  if (parameter.in !== "cookie" && parameter.mediaType === undefined) {
    if (type === "integer" || type === "number") return "number";
    if (type === "string" || type === "boolean") return type;
  }
  throw new UserError(
    `The sandbox cannot read the parameter ${parameter.name} of ${id}. Add support in src/team-api/sandbox/http/read-request.ts.`,
  );
}

/** Parses a number (RFC 8259, section 6) or a boolean. Any other text stays a string, which the schema then rejects. */
function parse(text: string, type: PrimitiveType): Json {
  if (type === "number" && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** All errors as one sentence. */
function sentenceOf(errors: readonly RequestError[]): string {
  const parts = errors.map(({ in: location, at, detail }) => {
    const subject = location === "body" ? `the body${at && ` at ${at}`}` : `${location} parameter ${at}`;
    return `${subject} ${detail}`;
  });
  const text = parts.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
