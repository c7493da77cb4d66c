import { type Agent, type IncomingMessage, request as open } from "node:http";
import { readStream } from "#http/body/read-stream.js";
import type { Answer } from "./change.js";

/** Of one connection only (RFC 9110, 7.6.1), or of the message as it was framed there. */
const NOT_HANDED_ON = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  "content-length",
  "host",
];

/** A message's headers in lower case, one value each, without those that end here. */
export function headersOf(message: IncomingMessage): Record<string, string> {
  const entries = Object.entries(message.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || NOT_HANDED_ON.includes(name) ? [] : [[name, [value].flat().join(", ")]],
  );
  return Object.fromEntries(entries);
}

/** All bytes of a message. */
export async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  return (await readStream(message)).body;
}

/**
 * Sends a request to the byte as it is given. `fetch` would resolve dots in the path, and drop the body of a GET; the
 * front must not differ from the sandbox by itself.
 */
export function exchange(
  agent: Agent,
  base: string,
  { method, target, headers, body }: { method: string; target: string; headers: Record<string, string>; body: Buffer },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const length = body.length > 0 ? { "content-length": String(body.length) } : {};
    const sent = open({ agent, hostname, port, method, path: target, headers: { ...headers, ...length } });
    sent.on("error", reject);
    sent.on("response", async (message) => {
      try {
        const bytes = await bytesOf(message);
        resolve({ status: message.statusCode ?? 0, headers: headersOf(message), body: bytes.toString("utf8") });
      } catch (error) {
        reject(error);
      }
    });
    sent.end(body);
  });
}
