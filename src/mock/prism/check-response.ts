import { type IHttpResponse, ProblemJsonError } from "@stoplight/prism-http";
import { MOCK_WARNING } from "#http/mock-state.js";
import type { Operation } from "#openapi/operations/operation.js";

/** The characters of a warning that are sent. */
const WARNING_LENGTH = 400;

/** A response with a header that says why it is not valid by its schema. */
export function withWarning(response: IHttpResponse, violation: string): IHttpResponse {
  // A header has visible ASCII characters only (RFC 9110, 5.5).
  const text = `not valid by the contract: ${violation}`.replace(/[^\x20-\x7e]+/g, "?").slice(0, WARNING_LENGTH);
  return { ...response, headers: { ...response.headers, [MOCK_WARNING]: text } };
}

/** The error for an operation whose examples, or generated values, are invalid by their own schema. */
export function noValidResponse({ id }: Operation, violation: string): ProblemJsonError {
  return ProblemJsonError.fromTemplate(
    { type: "about:blank", title: "The contract contradicts itself", status: 500 },
    `The mock has no response for ${id} that is valid by its schema: ${violation}. Correct the example or the schema. Without --strict, the mock sends it with a warning.`,
  );
}

/**
 * The error for an operation whose schema takes too long to generate a value from.
 *
 * @param limit in milliseconds
 */
export function noResponseInTime({ id }: Operation, limit: number): ProblemJsonError {
  return ProblemJsonError.fromTemplate(
    { type: "about:blank", title: "No response could be generated in time", status: 500 },
    `The mock could not generate a response for ${id} within ${limit / 1000} s: its schema may require a long text or list. Omit dynamic=true, and add an example to the contract.`,
  );
}
