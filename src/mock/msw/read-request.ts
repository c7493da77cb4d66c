import { covers, isJson, mediaTypeOf } from "#http/media-type.js";
import { type RequestParts, readParameter } from "#http/parameter-readings.js";
import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { SchemaValidator } from "#openapi/schema/validator.js";

/** A request, with its path and cookies parsed. */
export interface ReceivedRequest extends RequestParts {
  /** The body as text; empty without one. */
  body: string;
}

/** The values of a request by the place of its parameters, and what violates the contract. */
export interface ReadRequest {
  input: Record<"path" | "query" | "header" | "cookie", Record<string, Json>> & { body?: Json };
  violations: string[];
  /** Whether the body has a media type that the contract does not document. */
  isUnsupported: boolean;
}

/** Reads a request as the contract describes it (Parameter Object and Request Body Object, OpenAPI 3.1, 4.8.12 and 4.8.13). */
export function readRequest(
  document: OpenApiDocument,
  operation: Operation,
  validator: SchemaValidator,
  request: ReceivedRequest,
): ReadRequest {
  const read: ReadRequest = {
    input: { path: {}, query: {}, header: {}, cookie: {} },
    violations: [],
    isUnsupported: false,
  };
  for (const parameter of operation.parameters) {
    const { name, in: place, required } = parameter;
    const sent = readParameter(document, parameter, request, validator);
    if (!sent) {
      if (required) read.violations.push(`the ${place} parameter ${name} is missing`);
      continue;
    }
    read.input[place][name] = sent.value;
    for (const { at, message } of sent.errors) {
      read.violations.push(`the ${place} parameter ${name}${at && ` at ${at}`} ${message}`);
    }
  }
  for (const names of operation.mutuallyExclusive) {
    const sent = names.filter((name) => request.url.searchParams.has(name));
    if (sent.length > 1) read.violations.push(`the parameters ${sent.join(" and ")} cannot be combined`);
  }
  readBody(operation, validator, request, read);
  return read;
}

function readBody(
  { requestBody }: Operation,
  validator: SchemaValidator,
  { headers, body }: ReceivedRequest,
  read: ReadRequest,
) {
  if (!requestBody) return;
  if (body === "") {
    if (requestBody.required) read.violations.push("the body is missing");
    return;
  }
  const type = mediaTypeOf(headers.get("content-type") ?? "");
  const described = requestBody.content.find(({ name }) => covers(name, type));
  if (!described) {
    read.isUnsupported = true;
    const names = requestBody.content.map(({ name }) => name).join(" or ");
    read.violations.push(`the body is ${type || "of no media type"}, not ${names}`);
    return;
  }
  // JSON Schema describes JSON; forms and files are handed on as text.
  if (!isJson(type)) {
    read.input.body = body;
    return;
  }
  try {
    const value: Json = JSON.parse(body);
    read.input.body = value;
    for (const { at, message } of described.schema === undefined
      ? []
      : validator.errors(described.schemaPointer, value)) {
      read.violations.push(`the body${at && ` at ${at}`} ${message}`);
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    read.violations.push("the body is not JSON");
  }
}
