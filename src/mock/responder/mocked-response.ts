import { UserError } from "#cli/user-error.js";
import { canWriteSequence } from "#http/body/sequence.js";
import { headerText } from "#http/headers.js";
import { contentFor } from "#http/media-type.js";
import { MOCK_WARNING } from "#http/mock-state.js";
import { oncePer } from "#openapi/document/once-per.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import type { SchemaValidator } from "#openapi/validator/validator.js";

/** A response of the mock. */
export interface MockedResponse {
  statusCode: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** The first violation of the schema of a response by its body; undefined if there is none, or no schema. */
export function violationOf(
  operation: Operation,
  response: MockedResponse,
  validator: SchemaValidator,
): string | undefined {
  if (isValidBody(operation, response, validator)) return undefined;
  const described = describedBody(operation, response);
  if (lacksItems(described, response)) return "the stream has no items";
  try {
    const [error] = validator.errors(described?.schemaPointer ?? "", response.body, true);
    return error && `${error.at || "the body"} ${error.message} (${error.keyword})`;
  } catch (error) {
    // The schema itself cannot be used.
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

/** Whether `violationOf` finds none: most bodies that are tried need no reason. */
export function isValidBody(operation: Operation, response: MockedResponse, validator: SchemaValidator): boolean {
  const { body } = response;
  const described = describedBody(operation, response);
  if (body instanceof Uint8Array) return true;
  if (lacksItems(described, response)) return false;
  if (described?.schema === undefined || body === undefined) return true;
  const place = described.schemaPointer;
  // A body that is tried is judged again before it is sent. Bodies do not change.
  if (typeof body !== "object" || body === null) return isValidAt(place, body, validator);
  if (latest.body !== body || latest.place !== place || latest.validator !== validator) {
    latest = { body, place, validator, isValid: isValidAt(place, body, validator) };
  }
  return latest.isValid;
}

function isValidAt(place: string, body: unknown, validator: SchemaValidator): boolean {
  try {
    return validator.rawErrors(place, body, true).length === 0;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

/** The latest judgment. A map of all bodies would take as long as most judgments: most bodies live for a moment. */
let latest: Judgment = { body: undefined, place: "", validator: undefined, isValid: true };

interface Judgment {
  body: unknown;
  place: string;
  validator: SchemaValidator | undefined;
  isValid: boolean;
}

/** Whether the body of a sequence of items (OpenAPI 3.2, 4.14.3) is missing. */
function lacksItems(described: MediaType | undefined, { body }: MockedResponse): boolean {
  return body === undefined && described?.itemSchema !== undefined && canWriteSequence(described.name);
}

/** The characters of a warning that are sent. */
const WARNING_LENGTH = 400;

/** A response with a header that says why it is not valid by its schema. */
export function withWarning(response: MockedResponse, violation: string): MockedResponse {
  const text = headerText(`not valid by the contract: ${violation}`, WARNING_LENGTH);
  return { ...response, headers: { ...response.headers, [MOCK_WARNING]: text } };
}

/** The media types of the responses of an operation, by status and type. A document has few of them. */
const describedBodies = oncePer((_: Operation) => new Map<string, Map<number, MediaType | undefined>>());

/** The media type by which the document describes the body of a response. */
function describedBody(operation: Operation, { statusCode, headers = {} }: MockedResponse): MediaType | undefined {
  const type =
    headers["content-type"] ?? Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1];
  if (type === undefined) return undefined;
  const bodies = describedBodies(operation);
  const known = bodies.get(type) ?? new Map<number, MediaType | undefined>();
  if (!known.has(statusCode)) {
    known.set(statusCode, contentFor(responseFor(operation, statusCode)?.content ?? [], type));
    bodies.set(type, known);
  }
  return known.get(statusCode);
}
