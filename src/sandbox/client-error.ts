import type { Socket } from "node:net";
import { CHOICES } from "./choices.js";
import { PROBLEM_TYPE, Problem, problemBody } from "./problem.js";

/** Answers what is no HTTP, or too much of it, before a request exists: Node ends such connections. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable || socket.destroyed) return;
  const problem =
    error.code === "HPE_HEADER_OVERFLOW"
      ? new Problem(CHOICES.headers.status, "The headers are larger than 16 KiB.")
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? new Problem(408, "The request did not come in to its end in time.")
        : new Problem(CHOICES.malformed.status, "The request is no HTTP that can be read.");
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
