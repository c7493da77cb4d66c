import { type IncomingMessage, request as openHttp } from "node:http";
import { request as openHttps } from "node:https";
import type { Duplex } from "node:stream";

/**
 * Connects a client that upgrades its connection (RFC 9110, 7.8), for a web socket for example, to the target. After the
 * target has agreed, bytes pass in both directions untouched.
 *
 * @param url the target of the request
 */
export function tunnel(url: URL, { method, headers }: IncomingMessage, client: Duplex, head: Buffer): void {
  const open = url.protocol === "https:" ? openHttps : openHttp;
  const sent = open(url, { method, headers: { ...headers, host: url.host }, agent: false });
  client.on("error", () => sent.destroy());
  client.on("close", () => sent.destroy());
  sent.on("error", () => client.end("HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n"));
  sent.on("upgrade", (response, server, first) => {
    client.write(headOf(response));
    client.write(first);
    server.write(head);
    server.on("error", () => client.destroy());
    server.on("close", () => client.destroy());
    client.on("close", () => server.destroy());
    client.pipe(server).pipe(client);
  });
  // The target refuses the upgrade.
  sent.on("response", (response) => {
    client.write(headOf(response, ["connection", "transfer-encoding"], "Connection: close\r\n"));
    response.pipe(client);
  });
  sent.end();
}

/** The status line and the headers of a response, as they are sent. */
function headOf(response: IncomingMessage, omitted: readonly string[] = [], more = ""): string {
  const { statusCode, statusMessage, rawHeaders } = response;
  const lines = rawHeaders.flatMap((name, at) =>
    at % 2 === 1 || omitted.includes(name.toLowerCase()) ? [] : [`${name}: ${rawHeaders[at + 1]}\r\n`],
  );
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join("")}${more}\r\n`;
}
