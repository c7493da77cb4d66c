import type { IncomingMessage } from "node:http";
import { finished } from "node:stream/promises";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isFull, isUnavailable } from "#database/unavailable.js";
import { PROBLEM_TYPE } from "#http/problem.js";
import { BODY_LIMIT, UNSPECIFIED_BEHAVIOR } from "../unspecified-behavior.js";
import { EXPOSED_HEADERS } from "./cors.js";
import type { RequestLog } from "./log.js";
import { Problem, problemBody } from "./problem.js";

/** Seconds until a client may repeat a request that failed because of the database (RFC 9110, section 10.2.3). */
const RETRY_AFTER = "1";
/** The same for a full disk, which someone must notice and free. */
const RETRY_AFTER_FULL = "60";

/** Sends every error as a problem (RFC 9457). Errors of the server are logged. */
export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(async (error: FastifyError | Problem, request, reply) => {
    const problem = error instanceof Problem ? error : problemOf(error);
    if (problem.status >= 500) request.log.error({ request: request.id, err: error });
    await discardBody(request.raw);
    // Fastify closes the connection after a rejected body, because the rest of it may follow.
    reply.removeHeader("connection");
    return reply
      .code(problem.status)
      .headers(problem.headers)
      .header("content-type", PROBLEM_TYPE)
      .send(problemBody(problem, request.id));
  });
}

/**
 * Reads the rest of a body. Otherwise, the connection of a client that is still sending would be reset, and it could not
 * read the response. The time limit of a request ends the connection of a client that does not stop.
 */
async function discardBody(request: IncomingMessage): Promise<void> {
  if (request.complete) return;
  await finished(request.resume()).catch(() => {});
}

/**
 * Sends an error that occurs before a route is found, for example a URL that cannot be decoded. Fastify calls neither
 * hooks nor the error handler for it.
 */
export async function sendRoutingError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  log: RequestLog,
): Promise<void> {
  const problem = new Problem(UNSPECIFIED_BEHAVIOR.malformed.status, detailOf(error));
  reply.hijack();
  await discardBody(request.raw);
  reply.raw
    .once("finish", () => log.requestCompleted(null, request, reply))
    .writeHead(problem.status, {
      "content-type": PROBLEM_TYPE,
      "access-control-allow-origin": "*",
      "access-control-expose-headers": EXPOSED_HEADERS.join(", "),
      "x-request-id": request.id,
    })
    .end(problemBody(problem, request.id));
}

function problemOf(error: FastifyError): Problem {
  const status = error.statusCode ?? 500;
  if (status === UNSPECIFIED_BEHAVIOR.bodyTooLarge.status) {
    return new Problem(status, `The body is larger than ${BODY_LIMIT} bytes.`);
  }
  // Before the next test: a client that closes the connection while it sends a body causes ECONNRESET as well.
  if (status >= 400 && status < 500) return new Problem(status, detailOf(error));
  if (isUnavailable(error)) {
    return new Problem(503, "The sandbox cannot reach its database, or the database is locked. Try again soon.", {
      headers: { "retry-after": RETRY_AFTER },
    });
  }
  if (isFull(error)) {
    return new Problem(507, "The database of the sandbox has no space left. Free disk space, then try again.", {
      headers: { "retry-after": RETRY_AFTER_FULL },
    });
  }
  return new Problem(500, "The sandbox failed. Its log shows the error with the id of this request.");
}

/** Some messages of Fastify repeat the URL, which may contain an address. */
function detailOf({ code, message }: FastifyError): string {
  return code === "FST_ERR_BAD_URL"
    ? "The path has a `%` that does not start a UTF-8 character. Write a percent sign as %25."
    : message;
}
