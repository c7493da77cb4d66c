import { ProblemJsonError } from "@stoplight/prism-http";
import { RETRY_AFTER } from "#conditions/rejection.js";
import { isFull, isUnavailable } from "#database/unavailable.js";
import { PROBLEM_TYPE } from "#http/problem.js";

/** A response of the mock, ready to be sent. */
export interface MockResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  /** Why the request was rejected, or a warning, in one line. */
  detail: string | undefined;
}

/**
 * An error that becomes a response with this status, title and detail (RFC 9457).
 *
 * @param more further members of the problem; `headers` become headers of the response
 * @param type the URI of its type
 */
export function problem(
  status: number,
  title: string,
  detail: string,
  more?: ProblemJsonError["additional"],
  type = "about:blank",
): ProblemJsonError {
  return new ProblemJsonError(type, title, status, detail, more);
}

/** Any error as a response (RFC 9457). An error of Prism has all its details, any other is a 400 or a 500. */
export function problemResponse(error: unknown): MockResponse {
  const { additional, name, message, status, detail } = error instanceof ProblemJsonError ? error : unexpected(error);
  const { headers, ...more } = Object.fromEntries(Object.entries(additional ?? {}));
  const validation = Array.isArray(more.validation)
    ? more.validation.map((violation) => violation?.message).join("; ")
    : "";
  return {
    status,
    headers: {
      ...Object.fromEntries(Object.entries(headers ?? {}).map(([key, value]) => [key.toLowerCase(), String(value)])),
      "content-type": PROBLEM_TYPE,
    },
    body: JSON.stringify({ type: name, title: message, status, detail, ...more }),
    detail: validation || detail,
  };
}

/** Prism throws plain errors for headers that it cannot read or obey. Any other plain error is a defect. */
function unexpected(error: unknown): ProblemJsonError {
  const message = error instanceof Error ? error.message : String(error);
  const later = { headers: { "retry-after": RETRY_AFTER } };
  // RFC 9110, 15.6.4, and RFC 4918, 11.5.
  if (isUnavailable(error))
    return problem(503, "Service unavailable", "The database of the state is unavailable.", later);
  if (isFull(error)) return problem(507, "Insufficient storage", "The disk of the database is full.", later);
  if (/tried default response|force a dynamic response/i.test(message)) {
    return problem(422, "Invalid request", "The contract has no response that the header Prefer requests.");
  }
  if (/media type|mime type|malformed/i.test(message)) {
    return problem(400, "Bad request", `The request cannot be read: ${message}. Check its Accept and Content-Type.`);
  }
  return problem(500, "The mock failed", message);
}
