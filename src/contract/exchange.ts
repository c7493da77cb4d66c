import type { Json, JsonObject } from "../openapi/document.js";
import type { Pagination } from "../openapi/operation.js";
import { valueAt } from "../openapi/pointer.js";
import { readJson } from "./checks/check.js";
import { objectsOf } from "./proves.js";

/** What came back. */
export interface Exchange {
  request: SentRequest;
  status: number;
  headers: Headers;
  /** The body as text. */
  body: string;
  /** The body was longer than is read; `body` is its beginning. */
  truncated: boolean;
  /** From sending to the end of the body, in milliseconds. */
  duration: number;
}

/** A request as it went out, without its key. */
export interface SentRequest {
  method: string;
  url: string;
  headers: [string, string][];
  body: string | undefined;
  /** The headers that carried the key, their value left out: `Authorization: Bearer $TEAM_API_KEY`. */
  keyHeaders: [string, string][];
}

/** The JSON of a body; undefined if it is none. */
export function jsonOf({ body }: Exchange): Json | undefined {
  return readJson(body)?.value as Json | undefined;
}

/** The items of a list's page that are objects. */
export function itemsIn({ items }: Pagination, page: Exchange): JsonObject[] {
  return objectsOf(valueAt(jsonOf(page), items));
}

/** True for a status of the 4xx range. */
export function refused({ status }: Exchange): boolean {
  return status >= 400 && status < 500;
}

/** True for a status of the 2xx range. */
export function succeeded({ status }: Exchange): boolean {
  return status >= 200 && status < 300;
}
