import { asList, isObject, type Json, type JsonObject } from "../../openapi/document.js";
import type { Pagination } from "../../openapi/operation.js";
import { valueAt } from "../../openapi/pointer.js";

/** A request as it was sent, with placeholders for its secrets. */
export interface SentRequest {
  method: string;
  url: string;
  headers: [string, string][];
  body: string | undefined;
  /** The placeholders in the URL and the headers, and the shell expression that each stands for: `$TEAM_API_KEY`. */
  secrets: readonly (readonly [placeholder: string, expression: string])[];
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
  /** Whether the body was longer than the run reads; `body` is its beginning then. */
  truncated: boolean;
  /** Milliseconds from sending to the end of the body. */
  duration: number;
}

/** True for a status of the 2xx range (RFC 9110, 15.3). */
export function isSuccess({ status }: Pick<Exchange, "status">): boolean {
  return status >= 200 && status < 300;
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

/** Levels of JSON that are read (RFC 8259, 9, permits a limit). The recursion of a validator overflows the stack far below. */
export const MAX_DEPTH = 500;

/** Whether objects and lists of a body are nested deeper than the run reads. Takes linear time, and does not recurse. */
export function isNestedTooDeep({ body }: Pick<Exchange, "body">): boolean {
  if (body.length <= MAX_DEPTH) return false;
  let depth = 0;
  for (const [token] of body.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === "[" || token === "{") depth += 1;
    else if (token === "]" || token === "}") depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** The JSON of a body, in an object because it may be null; undefined if the body is not JSON, or nested too deep. */
export function parseBody(exchange: Pick<Exchange, "body">): { value: Json } | undefined {
  const { body } = exchange;
  if (isNestedTooDeep(exchange)) return undefined;
  try {
    return { value: JSON.parse(body) };
  } catch {
    return undefined;
  }
}

/** The JSON of a body; undefined if the body is not JSON. */
export function jsonOf(exchange: Exchange): Json | undefined {
  return parseBody(exchange)?.value;
}

/** The items of a list's page that are objects. */
export function itemsOf({ items }: Pagination, page: Exchange): JsonObject[] {
  return asList(valueAt(jsonOf(page), items)).filter(isObject);
}
