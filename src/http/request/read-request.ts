import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { isNegotiationHeader } from "#openapi/operations/client-headers.js";
import type { Operation, Parameter, ParameterLocation } from "#openapi/operations/operation.js";
import type { SchemaError, SchemaValidator } from "#openapi/validator/validator.js";
import { parseJson } from "../body/parse-json.js";
import { contentFor, isForm, isJson, mediaTypeOf } from "../media-type.js";
import { readForm } from "./read-form.js";
import { admitsEmptyObject, type ReadParameter, type RequestParts, readParameter } from "./read-parameter.js";
import { type WrongPart, wrongParts } from "./wrong-parts.js";

/** A request to an operation. */
export interface ReceivedRequest extends RequestParts {
  /** The body as text, empty without one, or as the JSON that a server has parsed. Undefined if it is not known. */
  body: string | { json: Json } | undefined;
}

/** A part of a request. */
interface Subject {
  in: ParameterLocation | "body";
  /** The parameter; undefined for the body, and for parameters that cannot be combined. */
  parameter: Parameter | undefined;
  /** The names of the parameters; empty for the body. */
  names: readonly string[];
}

/** Something in a request that violates the document. */
export interface RequestViolation extends Subject {
  kind: "combined" | "media-type" | "missing" | "notation" | "schema" | "syntax";
  /**
   * `inferred` if the standard leaves it open. It does so for the form of a number, and for a repeated parameter. It also
   * does so for a text that is neither JSON nor a form, and for an undescribed body. A server may then accept the request.
   */
  basis: "stated" | "inferred";
  /** JSON pointer into the value; empty for the whole value. */
  at: string;
  /** JSON pointer to the field that is at fault: one that is invalid, forbidden, or missing. */
  field: string;
  /** The rest of a sentence about the place: `must be <= 100`. */
  message: string;
  /** Where the document states it. */
  place: string;
  expected: string;
  received: string;
}

/** A request as the document describes it. */
export interface RequestReading {
  /** The values of the parameters that were sent. */
  parameters: { parameter: Parameter; value: Json }[];
  /** The body: its value if it can be read by its media type, or else its text. */
  body: { type: string; value: Json } | { type: string; text: string } | undefined;
  violations: RequestViolation[];
}

/**
 * Reads a request by the document (Parameter Object and Request Body Object, OpenAPI 3.1, 4.8.12 and 4.8.13). Undocumented
 * parameters are ignored.
 */
export function readRequest(
  document: OpenApiDocument,
  operation: Operation,
  request: ReceivedRequest,
  validator: SchemaValidator,
): RequestReading {
  const violations: RequestViolation[] = [];
  const parameters = operation.parameters.flatMap((parameter) => {
    const others = operation.parameters.filter((other) => other !== parameter);
    const read = readParameter(document, parameter, request, validator, others);
    if (read && read.errors.length > 0 && parameter.in === "header" && isNegotiationHeader(parameter.name)) return [];
    if (!read && admitsEmptyObject(document, parameter, validator)) return [];
    violations.push(...parameterViolations(parameter, read));
    return read ? [{ parameter, value: read.value }] : [];
  });
  for (const [index, exclusive] of operation.mutuallyExclusive.entries()) {
    const names = exclusive.filter((name) => request.query.has(name));
    if (names.length < 2) continue;
    const facts: Facts = {
      message: "cannot be combined",
      place: pointerTo(operation.pointer, "x-mutually-exclusive", index),
      expected: `one of ${exclusive.join(", ")}`,
      received: names.join(", "),
    };
    violations.push(violation("combined", "stated", { in: "query", parameter: undefined, names }, facts));
  }
  const { body, violations: ofBody } = readBody(document, operation, request, validator);
  return { parameters, body, violations: [...violations, ...ofBody] };
}

/** The values of a request by their place. */
export type RequestInput = Record<ParameterLocation, Record<string, Json>> & { body?: Json };

/** The values of a request by their place, as the generated client names them. */
export function inputOf({ parameters, body }: RequestReading): RequestInput {
  const valuesIn = (location: ParameterLocation): Record<string, Json> =>
    Object.fromEntries(
      parameters.flatMap(({ parameter, value }) => (parameter.in === location ? [[parameter.name, value]] : [])),
    );
  const input = {
    path: valuesIn("path"),
    query: valuesIn("query"),
    header: valuesIn("header"),
    cookie: valuesIn("cookie"),
  };
  return body ? { ...input, body: "value" in body ? body.value : body.text } : input;
}

/** A violation as a part of a sentence: `the query parameter limit must be <= 100`. */
export function violationText({ in: location, names, at, message }: RequestViolation): string {
  const parameters = `${location} parameter${names.length > 1 ? "s" : ""} ${names.join(" and ")}`;
  return `the ${location === "body" ? location : parameters}${at && ` at ${at}`} ${message}`;
}

/** How JSON writes a number (RFC 8259, 6). */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function parameterViolations(parameter: Parameter, read: ReadParameter | undefined): RequestViolation[] {
  const { name, in: location, required, pointer, schemaPointer, style } = parameter;
  const subject: Subject = { in: location, parameter, names: [name] };
  if (!read) return required ? [missing(subject, pointer)] : [];
  const { value, texts, errors } = read;
  if (errors.length > 0) return errors.map((error) => schemaViolation("stated", subject, value, error));
  const received = texts.join(", ");
  if (texts.length > 1 && typeof value !== "object") {
    const facts: Facts = { message: "must be sent once", place: schemaPointer, expected: "one value", received };
    return [violation("notation", "inferred", subject, facts)];
  }
  const isPlain = style === "form" || style === "simple";
  if (typeof value !== "number" || !isPlain || NUMBER.test(received)) return [];
  const facts: Facts = { message: "must be number", place: schemaPointer, expected: "a number as in JSON", received };
  return [violation("notation", "inferred", subject, facts)];
}

const BODY: Subject = { in: "body", parameter: undefined, names: [] };

function readBody(
  document: OpenApiDocument,
  { requestBody, pointer }: Operation,
  { headers, body }: ReceivedRequest,
  validator: SchemaValidator,
): Pick<RequestReading, "body" | "violations"> {
  if (body === undefined) return { body: undefined, violations: [] };
  if (body === "") {
    return { body: undefined, violations: requestBody?.required ? [missing(BODY, requestBody.pointer)] : [] };
  }
  const contentType = headers.get("content-type") ?? "";
  const type = mediaTypeOf(contentType);
  const unread = typeof body === "string" ? { type, text: body } : { type, value: body.json };
  const described = requestBody && contentFor(requestBody.content, contentType);
  if (!described) {
    const expected = requestBody?.content.map(({ name }) => name).join(" or ") || "empty";
    const facts: Facts = {
      message: type === "" ? `has no Content-Type, and must be ${expected}` : `is ${type}, not ${expected}`,
      place: requestBody ? pointerTo(requestBody.pointer, "content") : pointer,
      expected,
      received: type || "no Content-Type",
    };
    return { body: unread, violations: [violation("media-type", requestBody ? "stated" : "inferred", BODY, facts)] };
  }
  const isStated = isJson(type);
  const parse = (text: string) =>
    isStated ? parseJson(text) : readForm(document, described, contentType, text, validator);
  const read = typeof body === "string" ? parse(body) : { value: body.json };
  if (!read && isStated) {
    const facts: Facts = {
      message: "is not JSON",
      place: described.schemaPointer,
      expected: "JSON",
      received: String(body),
    };
    return { body: unread, violations: [violation("syntax", "stated", BODY, facts)] };
  }
  // A schema describes JSON. No section of the standard says how it describes other texts.
  if (!read) return { body: unread, violations: [] };
  const wrong = typeof body === "string" ? wrongParts(described, contentType, body).map(partViolation) : [];
  const errors = described.schema === undefined ? [] : validator.errors(described.schemaPointer, read.value);
  const basis = isStated || isForm(type) ? "stated" : "inferred";
  return {
    body: { type, value: read.value },
    violations: [...wrong, ...errors.map((error) => schemaViolation(basis, BODY, read.value, error))],
  };
}

/** The facts of a violation that differ by its kind. */
type Facts = Pick<RequestViolation, "message" | "place" | "expected" | "received">;

function violation(
  kind: RequestViolation["kind"],
  basis: RequestViolation["basis"],
  subject: Subject,
  facts: Facts,
  at = "",
  field = at,
): RequestViolation {
  return { kind, basis, at, field, ...subject, ...facts };
}

function partViolation({ name, type, documented, place }: WrongPart): RequestViolation {
  const facts: Facts = { message: `is ${type}, not ${documented}`, place, expected: documented, received: type };
  return violation("media-type", "stated", BODY, facts, pointerTo("", name));
}

function missing(subject: Subject, pointer: string): RequestViolation {
  const facts: Facts = {
    message: "is missing",
    place: pointerTo(pointer, "required"),
    expected: subject.in === "body" ? "a body" : `the ${subject.in} parameter ${subject.names.join()}`,
    received: "nothing",
  };
  return violation("missing", "stated", subject, facts);
}

function schemaViolation(
  basis: RequestViolation["basis"],
  subject: Subject,
  value: Json,
  { at, keyword, message, wanted, lacking, unwanted }: SchemaError,
): RequestViolation {
  const facts: Facts = {
    message: value === "" && at === "" ? `is empty, but ${message}` : message,
    place: keyword,
    expected: `${keyword.split("/").at(-1)}: ${JSON.stringify(wanted)}`,
    received: JSON.stringify(value),
  };
  const name = lacking ?? unwanted;
  return violation("schema", basis, subject, facts, at, name === undefined ? at : pointerTo(at, name));
}
