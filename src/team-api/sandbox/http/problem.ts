import { STATUS_CODES } from "node:http";
import { problemDetails } from "#http/problem.js";

/** One error in a request. */
export interface RequestError {
  in: "path" | "query" | "header" | "cookie" | "body";
  /** The parameter's name, or the JSON Pointer into the body (RFC 6901). */
  at: string;
  detail: string;
}

/** An error response, as RFC 9457 describes it. */
export class Problem extends Error {
  override name = "Problem";
  readonly status: number;
  readonly errors: readonly RequestError[];
  readonly headers: Readonly<Record<string, string>>;

  /** @param detail a sentence that says what is wrong and what to do; it must not repeat secrets */
  constructor(
    status: number,
    detail: string,
    { errors = [], headers = {} }: { errors?: readonly RequestError[]; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

/** The body of a problem. */
export function problemBody(problem: Problem, requestId: string | undefined): string {
  return JSON.stringify({
    ...problemDetails(problem.status, STATUS_CODES[problem.status] ?? "Error", problem.message),
    ...(problem.errors.length > 0 ? { errors: problem.errors } : {}),
    ...(requestId === undefined ? {} : { request_id: requestId }),
  });
}
