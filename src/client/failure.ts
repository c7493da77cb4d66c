/**
 * Why a call returned no documented response:
 *
 * - `InvalidRequest`: the request could not be built from the base URL, headers, key, parameters and body. Nothing was
 *   sent. The platform's error message is left out, because it may contain the key. Outside of a page, a relative base
 *   URL leads to none.
 * - `InvalidParameter`: a path parameter is missing, empty, `.` or `..`, which would lead to another path. Nothing was
 *   sent.
 * - `KeyFailure`: the function `apiKey` threw an error; it is the `cause`. Nothing was sent.
 * - `NetworkFailure`: no complete response arrived; `cause` is the error of `fetch`.
 * - `TimeoutFailure`: the response took longer than `timeout` milliseconds.
 * - `AbortFailure`: the caller's `signal` was aborted.
 * - `UnreadableResponse`: the body has an undocumented media type, or is not JSON although its media type is.
 * - `InvalidResponse`: with the option `validate`, the body violates the contract, and `body` has it. Or the validation
 *   could not be loaded.
 * - `UndocumentedStatus`: the contract does not document the status.
 * - `Redirected`: the response redirects to an address to which the request is not sent; the message has the address.
 * - `UncertainOutcome`: a deletion was sent again after a 503, and got a 404 or 410. Either attempt may have deleted the
 *   resource, or it did not exist.
 * - `MiddlewareFailure`: a middleware threw an error; it is the `cause`.
 * - `ErrorResponse`: a documented error. It is thrown where no result can be returned: by `unwrap` and while paging.
 * - `StalledPaging`: a page announces more items, but has no cursor that leads to them.
 */
export type FailureName =
  | "InvalidRequest"
  | "InvalidParameter"
  | "KeyFailure"
  | "NetworkFailure"
  | "TimeoutFailure"
  | "AbortFailure"
  | "UnreadableResponse"
  | "UndocumentedStatus"
  | "InvalidResponse"
  | "Redirected"
  | "UncertainOutcome"
  | "MiddlewareFailure"
  | "ErrorResponse"
  | "StalledPaging";

/** The details of a failed call. */
export interface FailureDetails {
  /** The status of the response, if one arrived. */
  status?: number;
  /** The response, whose body has been read already. */
  response?: Response;
  /** The body of the response: parsed if it is JSON, else text. */
  body?: unknown;
  cause?: unknown;
}

/**
 * A call that returned no documented response. `name` says why; the message has the method, the URL and the reason.
 */
export class CallFailure extends Error {
  // Declared only, so that a page has no code for them.
  declare readonly name: FailureName;
  declare readonly status: number | undefined;
  declare readonly response: Response | undefined;
  declare readonly body: unknown;

  /** @param call method and URL, for the message; the URL without its query, which may contain a key */
  constructor(name: FailureName, call: string, message: string, details: FailureDetails = {}) {
    super(`${call}: ${message}`, details);
    // An uncaught error is printed with its members: a response takes ninety lines.
    Object.defineProperty(Object.assign(this, details, { name }), "response", { enumerable: false });
  }
}
