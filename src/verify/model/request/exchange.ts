import type { FormPart } from "#http/body/form-parts.js";
import type { Json } from "#openapi/document/document.js";

/** A request as it was sent, with placeholders for its secrets. */
export interface SentRequest {
  method: string;
  url: string;
  headers: [string, string][];
  body: string | undefined;
  /** Whether each character of the body stands for one byte (default: the body is text). */
  isBytes?: true;
  /** The parts of a multipart form, in place of a body. */
  form?: readonly ShownPart[];
  /** The placeholders in the URL and the headers, and the shell expression that each stands for: `$API_KEY`. */
  secrets: readonly (readonly [placeholder: string, expression: string])[];
}

/** A part of a form as it was sent. */
export interface ShownPart extends FormPart {
  /** Whether each character of the content stands for one byte (default: it is text). */
  isBytes?: true;
}

/** The URL of a request for a reader: with the names of variables in place of secrets. */
export function shownUrl({ url, secrets }: Pick<SentRequest, "url" | "secrets">): string {
  return secrets.reduce((text, [placeholder, expression]) => text.replaceAll(placeholder, () => expression), url);
}

/** A request and its response. */
export interface Exchange {
  /** The id of the operation. */
  operation: string;
  request: SentRequest;
  status: number;
  headers: Headers;
  /** The body as text. */
  body: string;
  /** The bytes of a body that is not JSON (default: the body has no others than its text). */
  bytes?: Uint8Array;
  /** The body as JSON, parsed once for all checks; undefined if it is not JSON, or nested too deeply. */
  json: { value: Json } | undefined;
  /** Whether the body was longer than the run reads; `body` is its beginning then. */
  truncated: boolean;
  /** Milliseconds from sending to the end of the body. */
  duration: number;
  /** Whether the target was disturbed, as far as its other responses show: the response says nothing about the operation. */
  isOutage?: true;
}

/** True for a status of the 2xx range (RFC 9110, 15.3). */
export function isSuccess({ status }: Pick<Exchange, "status">): boolean {
  return status >= 200 && status < 300;
}

/** True for 202: the target does it later, or never (RFC 9110, 15.3.3). */
export function isPostponed({ status }: Pick<Exchange, "status">): boolean {
  return status === 202;
}

/** True for a success that has taken effect: what a later request shows depends on it. */
export function hasTakenEffect(exchange: Pick<Exchange, "status">): boolean {
  return isSuccess(exchange) && !isPostponed(exchange);
}

/** True for a status of the 3xx range (RFC 9110, 15.4): the response to the request is elsewhere. */
export function isRedirect({ status }: Pick<Exchange, "status">): boolean {
  return status >= 300 && status < 400;
}

/** True for a status of the 4xx range (RFC 9110, 15.5): the request was rejected. */
export function isRejection({ status }: Pick<Exchange, "status">): boolean {
  return status >= 400 && status < 500;
}

/** True for a status of the 5xx range (RFC 9110, 15.6). */
export function isServerError({ status }: Pick<Exchange, "status">): boolean {
  return status >= 500;
}

/** True for 401 and 403: the key was rejected, or lacks access (RFC 9110, 15.5.2 and 15.5.4). */
export function isAccessDenied({ status }: Pick<Exchange, "status">): boolean {
  return status === 401 || status === 403;
}

/** True for 404 and 410: the target does not find the resource (RFC 9110, 15.5.5 and 15.5.11). */
export function isGone({ status }: Pick<Exchange, "status">): boolean {
  return status === 404 || status === 410;
}

/** True for 409: the request contradicts what the target has (RFC 9110, 15.5.10). */
export function isConflict({ status }: Pick<Exchange, "status">): boolean {
  return status === 409;
}

/** True for 400, 415 and 422: the request is wrong, whatever data the target has (RFC 9110, 15.5.1, 15.5.16 and 15.5.21). */
export function isWrong({ status }: Pick<Exchange, "status">): boolean {
  return [400, 415, 422].includes(status);
}

/** The JSON of a body; undefined if the body is not JSON, or nested too deeply. */
export function jsonOf(exchange: Exchange): Json | undefined {
  return exchange.json?.value;
}
