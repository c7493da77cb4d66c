import { UserError } from "#cli/user-error.js";
import type { Json } from "#openapi/document/document.js";

/** A request to a product. */
export interface JsonRequest {
  method?: string;
  body?: Json | FormData;
  token?: string;
}

/**
 * Sends a request with JSON, or with a form, and reads the JSON of its response.
 *
 * @throws UserError if it was not successful
 */
export async function sendJson(url: string, { method = "GET", body, token }: JsonRequest = {}): Promise<Json> {
  const isForm = body instanceof FormData;
  const sent = fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined || isForm ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const response = await sent.catch((error: Error) => {
    throw new UserError(`${method} ${url}: ${error.message} (${String(error.cause)})`);
  });
  const text = await response.text();
  if (!response.ok) throw new UserError(`${method} ${url} responded with ${response.status}: ${text.slice(0, 500)}`);
  return text === "" ? null : JSON.parse(text);
}
