import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { closeServer } from "#cli/listening.js";

/** A recorded request. */
export interface Recorded {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
  /** How many responses had ended when it came in: it may be sent again after as many. */
  after: number;
}

/** Headers of one connection or one message, which are not forwarded. */
const CONNECTION_HEADERS = [
  "connection",
  "content-length",
  "host",
  "keep-alive",
  "transfer-encoding",
  "accept-encoding",
];

/**
 * Starts a proxy of a server, which records the requests.
 *
 * @param latency milliseconds by which each response is delayed (default: 0)
 */
export async function startRecorder(target: string, latency = 0) {
  const recorded: Recorded[] = [];
  let ended = 0;
  const server = createServer(async (incoming, response) => {
    const after = ended;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method = "GET", url = "/" } = incoming;
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
        value === undefined || CONNECTION_HEADERS.includes(name) ? [] : [[name, [value].flat().join(", ")]],
      ),
    );
    const body = chunks.length > 0 ? Buffer.concat(chunks).toString() : null;
    recorded.push({ method, path: url, headers, body, after });
    response.once("close", () => {
      ended += 1;
    });
    try {
      const forwarded = await fetch(target + url, { method, headers, body, redirect: "manual" });
      const text = Buffer.from(await forwarded.arrayBuffer());
      const kept = [...forwarded.headers].filter(([name]) => !CONNECTION_HEADERS.includes(name));
      if (latency > 0) await setTimeout(latency);
      response.writeHead(forwarded.status, Object.fromEntries(kept)).end(text);
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    recorded,
    close: () => closeServer(server),
  };
}
