import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { PROBLEM_TYPE, Problem, problemBody } from "./problem.js";
import { UNSPECIFIED_BEHAVIOR } from "./unspecified-behavior.js";

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** What came over a connection last: all that is not answered yet, and maybe what was answered meanwhile. */
const latest = new WeakMap<Socket, Exchange[]>();
/** Connections that are refused: the parser complains again of each packet that still comes in. */
const refused = new WeakSet<Socket>();

/** Lets `answerClientError` know of the requests that precede what cannot be read. */
export function finishBeforeRefusal(server: Server): void {
  server.on("request", (request, response) => {
    latest.set(request.socket, [...underWay(request.socket), { request, response }]);
  });
}

/** What came over a connection and is not answered yet. */
function underWay(socket: Socket): Exchange[] {
  return (latest.get(socket) ?? []).filter(({ response }) => !response.closed);
}

/** Answers what is no HTTP, or too much of it, before a request exists: Node ends such connections. */
export async function answerClientError(error: Error & { code?: string }, socket: Socket): Promise<void> {
  if (error.code === "ECONNRESET" || refused.has(socket)) return;
  refused.add(socket);
  // Answers go out in the order of the requests (RFC 9112, 9.3.2). One that did not come in whole gets none.
  const whole = underWay(socket).filter(({ request }) => request.complete);
  await Promise.all(whole.map(({ response }) => new Promise((resolve) => response.once("close", resolve))));
  if (!socket.writable) return;
  const problem =
    error.code === "HPE_HEADER_OVERFLOW"
      ? new Problem(UNSPECIFIED_BEHAVIOR.headers.status, "The headers are larger than 16 KiB.")
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? new Problem(408, "The request did not come in to its end in time.")
        : new Problem(UNSPECIFIED_BEHAVIOR.malformed.status, "The request is no HTTP that can be read.");
  const body = problemBody(problem, undefined);
  socket.end(
    [
      `HTTP/1.1 ${problem.status} Refused`,
      `content-type: ${PROBLEM_TYPE}`,
      `content-length: ${Buffer.byteLength(body)}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
