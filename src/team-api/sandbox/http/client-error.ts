import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { PROBLEM_TYPE } from "#http/problem.js";
import { UNSPECIFIED_BEHAVIOR } from "../unspecified-behavior.js";
import { Problem, problemBody } from "./problem.js";

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** The exchanges of each connection; those that have ended are removed when the next request arrives. */
const exchanges = new WeakMap<Socket, Exchange[]>();
/** How long a client may take to close its side of a connection, in milliseconds. */
const CLOSE_TIMEOUT = 1000;
/** Connections that are being closed: Node.js reports an error for each packet that still arrives. */
const closing = new WeakSet<Socket>();

/** Tracks the requests of each connection for respondToClientError. */
export function trackExchanges(server: Server): void {
  server.on("request", (request, response) => {
    exchanges.set(request.socket, [...openExchanges(request.socket), { request, response }]);
  });
}

function openExchanges(socket: Socket): Exchange[] {
  return (exchanges.get(socket) ?? []).filter(({ response }) => !response.closed);
}

/** Responds to bytes that Node.js cannot parse as a request, after the responses to preceding requests. */
export async function respondToClientError(error: Error & { code?: string }, socket: Socket): Promise<void> {
  if (error.code === "ECONNRESET" || closing.has(socket)) return;
  closing.add(socket);
  // Responses are sent in the order of the requests (RFC 9112, section 9.3.2). An incomplete request gets none.
  const complete = openExchanges(socket).filter(({ request }) => request.complete);
  await Promise.all(complete.map(({ response }) => new Promise((resolve) => response.once("close", resolve))));
  if (!socket.writable) return;
  const problem = problemOf(error);
  const body = problemBody(problem, undefined);
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      `content-type: ${PROBLEM_TYPE}`,
      `content-length: ${Buffer.byteLength(body)}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
    () => setTimeout(() => socket.destroy(), CLOSE_TIMEOUT).unref(),
  );
}

function problemOf({ code }: { code?: string }): Problem {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new Problem(UNSPECIFIED_BEHAVIOR.headersTooLarge.status, "The headers are larger than 16 KiB.");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new Problem(408, "The request did not arrive completely in time.");
    default:
      return new Problem(UNSPECIFIED_BEHAVIOR.malformed.status, "The request is not valid HTTP.");
  }
}
