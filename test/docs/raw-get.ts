import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";

/** Requests an address, and returns the body as it was sent: `fetch` decompresses it. */
export async function get(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  const sent = request(url, { headers }).end();
  const [response]: [IncomingMessage] = (await once(sent, "response")) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) };
}
