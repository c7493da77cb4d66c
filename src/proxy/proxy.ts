import { type Duplex, Readable } from "node:stream";
import replyFrom from "@fastify/reply-from";
import { type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { urlOnceListening } from "../cli/listening.js";
import { headerText } from "../http/headers.js";
import { PROBLEM_TYPE, problemDetails } from "../http/problem.js";
import { statementOf } from "../verify/report/failure.js";
import type { RecordedExchange } from "../verify/traffic/recorded-exchange.js";
import type { CheckedExchange, Traffic } from "../verify/traffic/traffic.js";
import { headersFrom, Recording } from "./recording.js";
import { tunnel } from "./tunnel.js";

/** The header that names the violations of an exchange, and its maximal length. */
const VIOLATIONS_HEADER = "x-contract-violations";
const MAX_HEADER = 400;

export interface ProxyOptions {
  /** The base URL of the server, without a slash at the end. */
  target: string;
  /** 0 for any free port. */
  port: number;
  /** The address to listen on (default: 127.0.0.1). */
  host?: string;
  traffic: Traffic;
  /** Whether responses name their violations in a header. Their bodies are then held back until they are checked. */
  marksResponses?: boolean;
  /** Called after each exchange of an operation. */
  onChecked?: (checked: CheckedExchange, request: RecordedExchange["request"]) => void;
  /** Called for a request without a response, and for a defect of a check. */
  onError?: (message: string) => void;
}

export interface RunningProxy {
  /** The base URL, without a slash at the end. */
  url: string;
  /** Closes all connections, and waits for the checks. */
  close(): Promise<void>;
}

/**
 * Starts a proxy that forwards every request to a server unchanged, and checks the traffic. Bodies are streams in both
 * directions. Upgraded connections, such as web sockets, are tunneled and not checked.
 *
 * @throws UserError if the port is in use
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { target, port, host = "127.0.0.1" } = options;
  const base = new URL(target);
  const checks = new Set<Promise<unknown>>();
  const tunnels = new Set<Duplex>();
  // One route for every path, so that none is decoded or rejected before the server sees it.
  const app = fastify({ rewriteUrl: () => "/", bodyLimit: Number.MAX_SAFE_INTEGER, forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  // A stream may rest for hours.
  await app.register(replyFrom, { base: base.origin, disableCache: true, undici: { bodyTimeout: 0 } });
  app.route({
    method: app.supportedMethods,
    url: "/",
    exposeHeadRoute: false,
    handler: (request, reply) =>
      forward(request, reply, options, (check) => {
        // A defect of ours must not end the proxy.
        const safe = check.catch((error: unknown) => options.onError?.(String(error)));
        checks.add(safe);
        safe.finally(() => checks.delete(safe));
      }),
  });
  app.server.on("upgrade", (request, socket, head) => {
    tunnels.add(socket);
    socket.on("close", () => tunnels.delete(socket));
    tunnel(new URL(target + (request.url ?? "/")), request, socket, head);
  });
  return {
    url: await urlOnceListening(app.server, host, port, app.listen({ port, host })),
    async close() {
      for (const socket of tunnels) socket.destroy();
      await app.close();
      await Promise.all(checks);
    },
  };
}

/** Forwards a request, and has the exchange checked when it has ended. */
function forward(request: FastifyRequest, reply: FastifyReply, options: ProxyOptions, track: Track): FastifyReply {
  const { target, traffic, marksResponses = false } = options;
  const { method, headers, originalUrl } = request;
  const recording = new Recording({ method, url: new URL(target + originalUrl), headers });
  const { url } = recording;
  if (request.body instanceof Readable) request.body = recording.request.forward(request.body);
  return reply.from(url.pathname, {
    queryString: () => url.search.slice(1),
    // The client sees each response, and decides itself whether to send a request again.
    retryDelay: () => null,
    // Node has already responded to `Expect: 100-continue`.
    rewriteRequestHeaders: (_request, { expect: _, ...others }) => others,
    rewriteHeaders: (received) => {
      recording.responseHeaders = headersFrom(received);
      return received;
    },
    onResponse: (_request, _reply, { statusCode, stream }) => {
      recording.status = statusCode;
      if (marksResponses && traffic.routeOf({ method, url }) && !recording.isEndless) {
        track(sendMarked(reply, stream, recording, options));
      } else reply.send(recording.response.forward(stream, () => track(check(recording, options))));
    },
    onError: (_reply, { error }) => {
      const reason = error.cause instanceof Error ? error.cause.message : error.message;
      track(recordSilence(recording, reason, options));
      const problem = problemDetails(502, "Bad gateway", `The target did not respond: ${reason}`);
      reply.code(502).type(PROBLEM_TYPE).send(JSON.stringify(problem));
    },
  });
}

type Track = (check: Promise<unknown>) => void;

/** Checks an exchange. A defect of a check is reported, and disturbs no traffic. */
async function check(recording: Recording, { traffic, onChecked, onError }: ProxyOptions) {
  try {
    const exchange = await recording.exchange();
    const checked = await traffic.check(exchange);
    if (checked.exchange) onChecked?.(checked, exchange.request);
    return checked;
  } catch (error) {
    onError?.(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** Sends a response with the header that names its violations. Its body is read to its end before. */
async function sendMarked(reply: FastifyReply, stream: Readable, recording: Recording, options: ProxyOptions) {
  const body = await recording.response.readAll(stream).catch(() => undefined);
  if (!body) {
    // The target closed the connection, so the connection of the client is closed too.
    reply.hijack();
    reply.raw.destroy();
    return;
  }
  const { findings = [] } = (await check(recording, options)) ?? {};
  if (findings.length > 0)
    reply.header(VIOLATIONS_HEADER, headerText(findings.map(statementOf).join("; "), MAX_HEADER));
  reply.send(body);
}

async function recordSilence(recording: Recording, reason: string, { traffic, onError }: ProxyOptions): Promise<void> {
  const { request } = await recording.exchange();
  traffic.addSilence(request, reason);
  onError?.(`${request.method} ${request.url.pathname}: no response (${reason})`);
}
