import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { closeServer, urlOnceListening } from "../cli/listening.js";
import type { CheckedExchange, Traffic } from "../verify/traffic/traffic.js";
import { forward, type Watcher } from "./forward.js";
import type { Recording } from "./recording.js";
import { forwardedTarget } from "./request-target.js";
import { endWith, isTunneled, tunnel, withoutUpgrade } from "./tunnel.js";
import { upstreamAt, withAllHeaders } from "./upstream.js";

/** How long a request may take to arrive, in milliseconds: an upload over a slow line takes minutes. */
const REQUEST_TIMEOUT = 300_000;

/** How long the headers of a request may take, in milliseconds. */
const HEADERS_TIMEOUT = 30_000;

/** How long a body is held back for the header that names its violations, in milliseconds. */
const HOLD_TIMEOUT = 10_000;

export interface ProxyOptions {
  /** The base URL of the server, without a slash at the end. */
  target: string;
  /** 0 for any free port. */
  port: number;
  /** The address to listen on (default: 127.0.0.1). */
  host?: string;
  traffic: Traffic;
  /**
   * Whether responses name their violations in a header. Their bodies are then held back until they are checked, for ten
   * seconds and up to 10 MB.
   */
  marksResponses?: boolean;
  /** How long a body is held back, in milliseconds (default: 10,000). */
  holdTimeout?: number;
  /** How long a request may take to arrive, in milliseconds (default: 300,000, its headers 30,000). */
  requestTimeout?: number;
  /** Called after each exchange of an operation. */
  onChecked?: (checked: CheckedExchange) => void;
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
  const { target, port, host = "127.0.0.1", requestTimeout = REQUEST_TIMEOUT } = options;
  const upstream = upstreamAt(target);
  const { watcher, settled } = watching(options);
  const tunnels = new Set<Duplex>();
  const headersTimeout = Math.min(HEADERS_TIMEOUT, requestTimeout);
  const limits = { requestTimeout, headersTimeout, connectionsCheckingInterval: headersTimeout / 20 };
  const responses = new WeakMap<Duplex, ServerResponse>();
  const server = createServer(limits, (request, response) => {
    responses.set(request.socket, response);
    forward(request, response, upstream, watcher);
  });
  withAllHeaders(server);
  server.on("upgrade", async (request, socket, head) => {
    // Without a listener, an error of the connection would end the process.
    socket.on("error", () => socket.destroy());
    tunnels.add(socket);
    socket.on("close", () => tunnels.delete(socket));
    // The client has sent the upgrade before the response to an earlier request was complete.
    const earlier = responses.get(socket);
    // An error closes it too.
    if (earlier && !earlier.writableFinished) await once(earlier, "close").catch(() => undefined);
    if (!isTunneled(request)) return withoutUpgrade(server, request, socket, head);
    const read = forwardedTarget(request.url ?? "/", upstream.basePath);
    if ("problem" in read) return endWith(socket, 400, "Bad Request");
    return tunnel(upstream, read.path, request, socket, head);
  });
  return {
    url: await urlOnceListening(server, host, port, once(server.listen(port, host), "listening")),
    async close() {
      for (const socket of tunnels) socket.destroy();
      await closeServer(server);
      upstream.close();
      await settled();
    },
  };
}

/** Checks the exchanges of a proxy. A defect of a check is reported, and disturbs no traffic. */
function watching({ traffic, marksResponses = false, holdTimeout = HOLD_TIMEOUT, onChecked, onError }: ProxyOptions) {
  const running = new Set<Promise<unknown>>();
  const track = <Value>(promise: Promise<Value>): Promise<Value | undefined> => {
    const safe = promise.catch((error: unknown) => {
      onError?.(error instanceof Error ? error.message : String(error));
      return undefined;
    });
    running.add(safe);
    safe.finally(() => running.delete(safe));
    return safe;
  };
  const check = async (recording: Recording) => {
    const { key } = recording;
    const known = key === undefined ? undefined : traffic.repeated(key, recording.duration);
    const checked = known ?? (await traffic.check(await recording.exchange(), key));
    if (checked.exchange) onChecked?.(checked);
    return checked;
  };
  const recordSilence = async (recording: Recording, reason: string) => {
    const { request } = await recording.exchange();
    traffic.addSilence(request, reason);
    onError?.(`${request.method} ${request.url.pathname}: no response (${reason})`);
  };
  const watcher: Watcher = {
    basePathOf: (method, pathname) => traffic.basePathOf(method, pathname),
    check: (recording) => track(check(recording)),
    recordSilence: (recording, reason) => track(recordSilence(recording, reason)),
    holdTime: (recording) => (marksResponses && traffic.routeOf(recording) && !recording.isEndless ? holdTimeout : 0),
  };
  const settled = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  return { watcher, settled };
}
