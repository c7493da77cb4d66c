import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { forwardedHeaders, hasBody } from "./connection-headers.js";
import type { Upstream } from "./upstream.js";

/**
 * Whether the connection of a request is tunneled once its server has agreed. A request with a body is not: an upgrade
 * takes the connection before the body is read. Neither is HTTP/2 (`h2c`), whose upgrade a server need not accept (RFC 9113, 3.1).
 */
export function isTunneled(request: IncomingMessage): boolean {
  return !hasBody(request) && !/\bh2c\b/i.test(request.headers.upgrade ?? "");
}

/** Has a server read a request again, as one without its upgrade (RFC 9110, 7.8: a server may ignore it). */
export function withoutUpgrade(server: Server, request: IncomingMessage, client: Duplex, head: Buffer): void {
  const { method, url, headers, httpVersion } = request;
  const pairs = forwardedHeaders(request);
  const coding = headers["transfer-encoding"];
  if (coding !== undefined) pairs.push("Transfer-Encoding", coding);
  if (/\bclose\b/i.test(headers.connection ?? "")) pairs.push("Connection", "close");
  client.unshift(
    Buffer.concat([Buffer.from(`${method} ${url} HTTP/${httpVersion}\r\n${lines(pairs)}\r\n`, "latin1"), head]),
  );
  server.emit("connection", client);
}

/**
 * Connects a client that upgrades its connection (RFC 9110, 7.8), for a web socket for example, to the target. After the
 * target has agreed, bytes pass in both directions untouched.
 *
 * @param path the request target
 */
export function tunnel(upstream: Upstream, path: string, request: IncomingMessage, client: Duplex, head: Buffer): void {
  const sent = upstream.open({
    method: request.method,
    path,
    headers: request.rawHeaders.map((text, at, pairs) =>
      pairs[at - 1]?.toLowerCase() === "host" && at % 2 === 1 ? upstream.host : text,
    ),
    agent: false,
  });
  client.on("error", () => sent.destroy());
  client.on("close", () => sent.destroy());
  sent.on("error", () => endWith(client, 502, "Bad Gateway"));
  sent.on("upgrade", (response, server, first) => {
    client.write(headOf(response, response.rawHeaders));
    client.write(first);
    server.write(head);
    server.on("error", () => client.destroy());
    server.on("close", () => client.destroy());
    client.on("close", () => server.destroy());
    client.pipe(server).pipe(client);
  });
  // The target refuses the upgrade.
  sent.on("response", (response) => {
    client.write(headOf(response, [...forwardedHeaders(response), "Connection", "close"]));
    response.on("error", () => client.destroy());
    response.pipe(client);
  });
  sent.end();
}

/** Sends a status without a body, and closes the connection. */
export function endWith(client: Duplex, status: number, reason: string): void {
  client.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** The status line and the headers of a response, as they are sent. */
function headOf({ statusCode, statusMessage }: IncomingMessage, pairs: readonly string[]): Buffer {
  return Buffer.from(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines(pairs)}\r\n`, "latin1");
}

function lines(pairs: readonly string[]): string {
  return pairs.map((text, at) => `${text}${at % 2 === 0 ? ": " : "\r\n"}`).join("");
}
