import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { headerText } from "../http/headers.js";
import { PROBLEM_TYPE, problemDetails } from "../http/problem.js";
import { statementOf } from "../verify/report/failure.js";
import type { CheckedExchange } from "../verify/traffic/traffic.js";
import { forwardedHeaders, hasBody } from "./connection-headers.js";
import { held } from "./held-body.js";
import { Recording } from "./recording.js";
import { forwardedTarget } from "./request-target.js";
import type { Upstream } from "./upstream.js";

/** The header that names the violations of an exchange, and its maximal length. */
const VIOLATIONS_HEADER = "x-contract-violations";
const MAX_HEADER = 400;

/** The uses of an exchange beside forwarding it, and the knowledge of the contract. */
export interface Watcher {
  /** The path of the server of an operation, without a slash at the end. */
  basePathOf(method: string, pathname: string): string;
  /** Checks an exchange that has ended; undefined if that was not possible. */
  check(recording: Recording): Promise<CheckedExchange | undefined>;
  /** Records a request that got no response. */
  recordSilence(recording: Recording, reason: string): Promise<void>;
  /** How long the body of an exchange is held back until it is checked, in milliseconds. 0 if it is not. */
  holdTime(recording: Recording): number;
}

/** Forwards a request and its response, and has the exchange watched. Either side that leaves ends the other one. */
export function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  upstream: Upstream,
  watcher: Watcher,
): void {
  const received = incoming.url ?? "/";
  const [pathname = ""] = received.split("?", 1);
  const target = forwardedTarget(received, watcher.basePathOf(incoming.method ?? "GET", pathname));
  if ("problem" in target) refuse(response, incoming, 400, "Bad request", target.problem);
  else forwardTo(target.path, incoming, response, upstream, watcher);
}

function forwardTo(
  path: string,
  incoming: IncomingMessage,
  response: ServerResponse,
  upstream: Upstream,
  watcher: Watcher,
): void {
  const address = upstream.origin + (path.startsWith("/") ? path : "/");
  const recording = new Recording(incoming.method ?? "GET", address, incoming);

  const silence = (reason: string) => {
    if (response.headersSent) response.destroy();
    // A client that has left needs no response, and the server is not to blame.
    else if (!response.destroyed) {
      void watcher.recordSilence(recording, reason);
      refuse(response, incoming, 502, "Bad gateway", `The target did not respond: ${reason}`);
    }
  };
  const body = hasBody(incoming) ? incoming : undefined;
  if (body) recording.request.follow(body);
  const send = (isAgain = false) => {
    let received: IncomingMessage | undefined;
    const sent = opened(incoming, upstream, path);
    response.on("close", () => sent.destroy());
    sent.on("response", (message) => {
      received = message;
      respond(message, response, recording, watcher).catch((error: unknown) => silence(String(error)));
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      // The server has closed a kept connection at this moment (RFC 9112, 9.3.1).
      if (sent.reusedSocket && error.code === "ECONNRESET" && !received && !body && !isAgain) send(true);
      else if (!received) silence(error.message);
    });
    // Node.js reports an upgrade that was not requested by nothing but the end of the connection.
    sent.on("upgrade", (_, socket) => {
      socket.destroy();
      silence("it upgraded the connection, which was not requested");
    });
    if (!body) return sent.end();
    // After an early response, the rest of the body is read and dropped.
    sent.on("close", () => body.unpipe(sent).resume());
    return body.pipe(sent);
  };
  try {
    send();
  } catch (error) {
    refuse(response, incoming, 400, "Bad request", String(error));
  }
}

function opened(incoming: IncomingMessage, upstream: Upstream, path: string): ClientRequest {
  // Node.js has already responded to `Expect: 100-continue`.
  const headers = ["Host", upstream.host, ...forwardedHeaders(incoming, ["host", "expect"])];
  if (incoming.headers["transfer-encoding"] !== undefined) headers.push("Transfer-Encoding", "chunked");
  return upstream.open({ method: incoming.method, path, headers });
}

/** Sends a response as it arrives, or when it is checked. */
async function respond(received: IncomingMessage, response: ServerResponse, recording: Recording, watcher: Watcher) {
  const { statusCode = 0, statusMessage = "" } = received;
  recording.receive(received);
  const headers = forwardedHeaders(received);
  const begin = (more: string[] = []) => {
    response.sendDate = false;
    response.writeHead(statusCode, statusMessage, [...headers, ...more]);
  };
  const holdTime = watcher.holdTime(recording);
  let onEnd = () => {};
  const checked = new Promise<void>((resolve) => {
    onEnd = resolve;
  }).then(() => watcher.check(recording));
  recording.response.follow(received, () => onEnd());
  if (holdTime === 0) begin();
  else {
    const { chunks, isWhole } = await held(received, holdTime);
    const { findings = [] } = (isWhole && (await checked)) || {};
    const words = headerText(findings.map(statementOf).join("; "), MAX_HEADER);
    begin(words ? [VIOLATIONS_HEADER, words] : []);
    for (const chunk of chunks) response.write(chunk);
    if (isWhole) return response.end();
  }
  return passOn(received, response);
}

/** Passes a body on. If it ends early, so does the response. A client that leaves ends the request elsewhere. */
function passOn(body: Readable, response: ServerResponse): void {
  const end = () => {
    if (!body.readableEnded) response.destroy();
  };
  body.on("error", end);
  body.on("close", end);
  // Of a client that leaves: without a listener, it would end the process.
  response.on("error", end);
  if (body.destroyed) end();
  else body.pipe(response);
}

/** Responds in place of the server. */
function refuse(
  response: ServerResponse,
  request: IncomingMessage,
  status: number,
  title: string,
  detail: string,
): void {
  const headers = { "content-type": PROBLEM_TYPE, ...(request.complete ? {} : { connection: "close" }) };
  response.writeHead(status, headers).end(JSON.stringify(problemDetails(status, title, detail)));
}
