import { shortened } from "../shortened.js";
import type { Exchange } from "./exchange.js";
import { serverMessage } from "./server-message.js";

/** The most characters of a message in a sentence. */
const MOST_QUOTED = 120;

/** The status of a response with the server's own message: `404 "No such team."`. */
export function quoted(exchange: Exchange): string {
  const message = serverMessage(exchange)?.replace(/\s+/g, " ").trim();
  if (!message) return String(exchange.status);
  return `${exchange.status} "${shortened(message, MOST_QUOTED)}"`;
}
