import { STATUS_CODES } from "node:http";

/** One thing that is wrong with a request. */
export interface RequestError {
  in: "path" | "query" | "header" | "body";
  /** The parameter's name, or the JSON pointer into the body. */
  at: string;
  detail: string;
}

/** A refusal, as RFC 9457 writes it. */
export class Problem extends Error {
  override name = "Problem";
  readonly status: number;
  readonly errors: readonly RequestError[];
  readonly headers: Readonly<Record<string, string>>;

  /** @param detail what is wrong and what to do, in a sentence; it repeats nothing that may be secret */
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

/** The body of a problem (RFC 9457, 3.1); `about:blank` says that the status tells the kind. */
export function problemBody(problem: Problem, requestId: string | undefined): string {
  return JSON.stringify({
    type: "about:blank",
    title: STATUS_CODES[problem.status] ?? "Error",
    status: problem.status,
    detail: problem.message,
    ...(problem.errors.length > 0 ? { errors: problem.errors } : {}),
    ...(requestId === undefined ? {} : { request_id: requestId }),
  });
}

export const PROBLEM_TYPE = "application/problem+json";
