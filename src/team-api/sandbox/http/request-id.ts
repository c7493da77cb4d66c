import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isUuid } from "#openapi/patterns/uuid.js";
import { MIN_LENGTH } from "../keys/keys.js";
import { bearerTokenOf } from "./authenticate.js";

/** Shorter than every key and token. */
const SHORT_ID = new RegExp(`^[\\w.-]{1,${MIN_LENGTH - 1}}$`);

/**
 * Makes the function that reads the id of a request from the header `X-Request-Id`, or else generates one. Ids are logged,
 * so an id that may be a key is not accepted. That is a longer text than a UUID, or one with a secret in it.
 *
 * @param secrets the keys and tokens of the sandbox; a request must not contain its own key either
 */
export function requestIdReader(secrets: readonly string[]): (request: IncomingMessage) => string {
  const known = secrets.map((secret) => secret.toLowerCase());
  return ({ headers }) => {
    const id = headers["x-request-id"];
    if (typeof id !== "string" || !(SHORT_ID.test(id) || isUuid(id))) return randomUUID();
    const text = id.toLowerCase();
    const own = bearerTokenOf(headers.authorization)?.toLowerCase();
    return text === own || known.some((secret) => text.includes(secret)) ? randomUUID() : id;
  };
}
