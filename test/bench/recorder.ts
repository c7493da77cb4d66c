import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it came by. */
export interface Recorded {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** What belongs to a connection, and is written anew. */
const OF_CONNECTION = ["connection", "content-length", "host", "keep-alive", "transfer-encoding", "accept-encoding"];

/** Stands before a server and keeps what it is asked. */
export async function startRecorder(target: string) {
  const recorded: Recorded[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method = "GET", url = "/" } = incoming;
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
        value === undefined || OF_CONNECTION.includes(name) ? [] : [[name, [value].flat().join(", ")]],
      ),
    );
    const body = chunks.length > 0 ? Buffer.concat(chunks).toString() : null;
    recorded.push({ method, path: url, headers, body });
    try {
      const answer = await fetch(target + url, { method, headers, body, redirect: "manual" });
      const text = Buffer.from(await answer.arrayBuffer());
      const kept = [...answer.headers].filter(([name]) => !OF_CONNECTION.includes(name));
      response.writeHead(answer.status, Object.fromEntries(kept)).end(text);
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    recorded,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
