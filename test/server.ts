import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readStream } from "../src/http/body/read-stream.js";

/** A request as a server received it. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A server of a test. */
export interface TestServer {
  url: string;
  /** The requests so far. */
  seen: ReceivedRequest[];
  close(): Promise<void>;
  /** Accepts connections again, at the same address. */
  open(): Promise<void>;
}

/** Starts a real server on a free port, which records its requests. */
export async function serve(
  respond: (request: ReceivedRequest, response: ServerResponse) => void,
): Promise<TestServer> {
  const seen: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const { body } = await readStream(incoming);
    const { method = "", url = "", headers } = incoming;
    const request = { method, url, headers, body: body.toString("utf8") };
    seen.push(request);
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    open: () => new Promise((resolve) => server.listen(port, "127.0.0.1", resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Responds with JSON. */
export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** A base URL at which no server listens. */
export async function unusedUrl(): Promise<string> {
  const { url, close } = await serve(() => {});
  await close();
  return url;
}

/** Numbers from 1 on. Unlike the size of a store, none comes back after a deletion. */
export function numbers(): () => number {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}
