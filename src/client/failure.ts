/**
 * Why a call brought no documented answer:
 *
 * - `InvalidRequest`: the request could not be made of the base URL, headers, key, parameters and body. Nothing was
 *   sent. What the platform says of it may hold the key, and is left out.
 * - `InvalidParameter`: a path parameter is missing, empty, `.` or `..`, which would lead to another path. Nothing was
 *   sent.
 * - `NetworkFailure`: no complete answer came; `cause` is what `fetch` threw.
 * - `TimeoutFailure`: the answer took longer than `timeout` milliseconds.
 * - `AbortFailure`: the caller's `signal` was aborted.
 * - `UnreadableResponse`: the body is not of a documented media type, or is no JSON where it should be.
 * - `UndocumentedStatus`: the status is none that the contract documents.
 * - `ErrorResponse`: a documented error, thrown where a result cannot be returned: by `unwrap` and while paging.
 * - `StalledPaging`: a page promises more but gives no way to go on.
 */
export type FailureName =
  | "InvalidRequest"
  | "InvalidParameter"
  | "NetworkFailure"
  | "TimeoutFailure"
  | "AbortFailure"
  | "UnreadableResponse"
  | "UndocumentedStatus"
  | "ErrorResponse"
  | "StalledPaging";

/** What is known of a failed call. */
export interface FailureDetails {
  /** The status of the answer, if one came. */
  status?: number;
  /** The answer, its body read already. */
  response?: Response;
  /** The body of the answer: JSON where it is that, else text. */
  body?: unknown;
  cause?: unknown;
}

/** A call that brought no documented answer. `name` tells why; the message names the method, the URL and the status. */
export class CallFailure extends Error {
  override readonly name: FailureName;
  readonly status: number | undefined;
  readonly response: Response | undefined;
  readonly body: unknown;

  /** @param call method and URL, for the message; the URL comes without its query, which may hold a key */
  constructor(name: FailureName, call: string, message: string, details: FailureDetails = {}) {
    super(`${call}: ${message}`, "cause" in details ? { cause: details.cause } : undefined);
    this.name = name;
    this.status = details.status;
    this.response = details.response;
    this.body = details.body;
  }
}
