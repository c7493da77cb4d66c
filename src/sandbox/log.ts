import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from "fastify";

export type Write = (line: string) => void;

/** `json` for machines, a line each; `text` for people at a terminal. */
export type LogFormat = "json" | "text";

/**
 * Logs that hold no key, token, address or id: a request is named by its operation, an error by where it came from. What
 * an error says is left out, because databases repeat values there.
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
    // pino takes what an error says as the text of a line that has none, and some of Fastify's own texts hold the URL.
    hooks: {
      logMethod([what], method) {
        if (typeof what === "object" && what !== null)
          method.call(this, what, "err" in what || what instanceof Error ? FAILED : ANSWERED);
        else method.call(this, LEFT_OUT);
      },
    },
    serializers: {
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        message: LEFT_OUT,
        code: error.code ?? "none",
        stack: framesOf(error),
      }),
      req: () => ({}),
      res: () => ({}),
    },
  };
}

const ANSWERED = "answered";
const FAILED = "failed";
const LEFT_OUT = "left out";

/** One line for each request, when it is answered. */
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

/** Without the message, which stands before the frames, and may have lines that look like them. */
function framesOf({ stack = "", message }: Error): string {
  return stack
    .replace(message, "")
    .split("\n")
    .filter((line) => line.trimStart().startsWith("at "))
    .join("\n");
}

/** `04:12:07 listSuppressions 200 3.1 ms`; other messages, that the server listens say, a terminal shows otherwise. */
function textOf(line: string): string {
  const { time, operation, method, route, status, ms, err, request } = JSON.parse(line);
  const clock = new Date(time).toTimeString().slice(0, 8);
  if (err)
    return `${clock} failed: ${err.type} ${err.code} (request ${request})
${err.stack}
`;
  return status === undefined
    ? ""
    : `${clock} ${operation ?? `${method} ${route}`} ${status} ${ms} ms
`;
}
