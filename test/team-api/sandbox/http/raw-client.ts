import { connect } from "node:net";
import { awakeClock } from "#test/awake.js";

/** A time limit for tests, in milliseconds, in place of the default of 30 seconds. */
export const SHORT_LIMIT = 500;

/** A POST request without its last bytes. */
const incomplete = (path: string, key: string, body: string | undefined) =>
  [
    `POST ${path} HTTP/1.1`,
    "Host: x",
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
    "Content-Length: 100",
    ...(body === undefined ? [""] : ["", body]),
  ].join("\r\n");

/** Requests that never arrive completely, by name. */
export const INCOMPLETE_REQUESTS: [name: string, request: (path: string, key: string) => string][] = [
  ["nothing", () => ""],
  ["half of the headers", (path, key) => incomplete(path, key, undefined)],
  ["half of the body", (path, key) => incomplete(path, key, '{"email":"')],
];

/** What a server sends before it closes a connection, and the time until then: on a clock, and on that of a busy machine. */
export interface SentBytes {
  received: string;
  seconds: number;
  /** Without the time in which this process could not run. */
  awake: number;
}

/**
 * Sends bytes, and leaves the connection open. Returns what was received until the server destroyed the connection; a
 * server that only ends its own side accepts further bytes.
 */
export function sendAndWait(url: string, bytes: string): Promise<SentBytes> {
  const { hostname, port } = new URL(url);
  const start = Date.now();
  const awake = awakeClock();
  return new Promise((resolve, reject) => {
    let received = "";
    let probe: NodeJS.Timeout | undefined;
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }, () => socket.write(bytes));
    socket.on("data", (chunk) => {
      received += chunk;
    });
    socket.on("end", () => {
      probe = setInterval(() => socket.write(" "), 50);
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      clearInterval(probe);
      clearInterval(deadline);
      resolve({ received, seconds: (Date.now() - start) / 1000, awake: awake() / 1000 });
    });
    const deadline = setInterval(() => {
      if (awake() < 10_000) return;
      reject(new Error(`The server did not close the connection: ${received}`));
      socket.destroy();
    }, 100);
  });
}

/**
 * Sends a POST request with a body of so many bytes, and reads the response only when it has sent all of them, as many
 * clients do.
 *
 * @returns the status
 * @throws Error if the server closes the connection before
 */
export function statusOfUpload(url: string, headers: Record<string, string>, size: number): Promise<number> {
  const { hostname, port, pathname } = new URL(url);
  const isChunked = headers["transfer-encoding"] === "chunked";
  const all = { host: hostname, ...(isChunked ? {} : { "content-length": String(size) }), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const body = "x".repeat(size);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.pause().on("error", reject);
    socket.write(`POST ${pathname} HTTP/1.1\r\n${lines.join("")}\r\n`);
    socket.write(isChunked ? `${size.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body, () => socket.resume());
    socket.once("data", (chunk) => {
      resolve(Number(String(chunk).split(" ")[1]));
      socket.destroy();
    });
    socket.on("close", () => reject(new Error("The server closed the connection without a response.")));
  });
}
