import type { Json } from "#openapi/document/document.js";

/** A response of the server. */
export interface Reply {
  status: number;
  headers?: Record<string, string>;
  /** Undefined for none; a text is sent as HTML. */
  body?: Json | undefined;
}

export const NO_CONTENT: Reply = { status: 204 };
export const NOT_FOUND: Reply = { status: 404, body: { title: "Not found" } };
export const NOT_ALLOWED: Reply = { status: 405, body: { title: "Method not allowed" } };
export const INVALID: Reply = { status: 400, body: { title: "Invalid" } };
