import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from "fastify";
import type { LogFormat, Write } from "./log-format.js";

/**
 * Options for logs without keys, tokens, addresses and ids. A request is logged by its operation, and an error by its
 * stack. Messages of errors are omitted, because databases repeat values in them.
 */
export function logOptions(
  write: Write,
  format: LogFormat,
): Exclude<FastifyServerOptions["logger"], boolean | undefined> {
  return {
    level: "info",
    base: null,
    messageKey: "message",
    stream: { write: format === "json" ? write : (line: string) => write(textOf(line)) },
    // By default, pino logs the message of an error as the text of the line. Some texts of Fastify contain the URL.
    hooks: {
      logMethod([entry], method) {
        // Lines that are only text are about the start, for example "Server listening".
        if (typeof entry !== "object" || entry === null) return;
        method.call(this, entry, "err" in entry || entry instanceof Error ? FAILED : COMPLETED);
      },
    },
    serializers: {
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        message: OMITTED,
        code: error.code ?? "none",
        stack: framesOf(error),
      }),
      req: () => ({}),
      res: () => ({}),
    },
  };
}

const COMPLETED = "request completed";
const FAILED = "request failed";
const OMITTED = "omitted";

/** Logs one line for each request, when its response is sent. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}
  override routeNotFound(): void {}

  override requestCompleted(_error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { config, url = "unknown path" } = request.routeOptions;
    request.log.info({
      request: request.id,
      operation: config?.operation,
      method: request.method,
      route: url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    });
  }
}

/** The frames of a stack. The message precedes them, and its lines may look like frames. */
function framesOf({ stack = "", message }: Error): string {
  return stack
    .replace(message, "")
    .split("\n")
    .filter((line) => line.trimStart().startsWith("at "))
    .join("\n");
}

/** Formats a request as `04:12:07 listSuppressions 200 3.1 ms`. Lines about neither a request nor an error are omitted. */
function textOf(line: string): string {
  const { time, operation, method, route, status, ms, err, request } = JSON.parse(line);
  const clock = new Date(time).toTimeString().slice(0, 8);
  if (err) return `${clock} failed: ${err.type} ${err.code} (request ${request})\n${err.stack}\n`;
  if (status === undefined) return "";
  return `${clock} ${operation ?? `${method} ${route}`} ${status} ${ms} ms\n`;
}
