import { setTimeout } from "node:timers/promises";
import type { Exchange, SentRequest } from "./exchange.js";
import type { BuiltRequest } from "./request.js";

/** Bodies are read up to this many bytes: enough for any answer that a contract describes. */
const BODY_CAP = 10 * 1024 * 1024;

/**
 * How often a request is sent again after a 429, and the longest that it waits each time, in milliseconds: limits are often
 * so many requests a minute. For longer than that it does not wait in vain.
 */
const PATIENCE = { tries: 3, wait: 60_000 };

/** The most that waiting can add to a case, in milliseconds. */
export const LONGEST_WAIT = PATIENCE.tries * PATIENCE.wait;

/** No complete answer came. The message says why, and holds no key. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
  readonly request: SentRequest;

  constructor(request: SentRequest, reason: string) {
    super(`${request.method} ${request.url} brought no answer: ${reason}`);
    this.request = request;
  }
}

/**
 * The connection was closed before an answer began. A server may close one that was idle just when it is used again; then a
 * safe request is sent once more (RFC 9112, 9.3.1).
 */
class ClosedConnection extends NoAnswer {}

const REPEATABLE = ["GET", "HEAD", "OPTIONS"];

/**
 * Sends a request, and waits out a 429 as its `Retry-After` says (RFC 9110, 10.2.3).
 *
 * @param timeout for each answer and its body, in milliseconds
 * @param onWait told of each 429
 * @param signal ends the waiting: then the 429 is the answer
 * @throws NoAnswer
 */
export async function send(
  request: BuiltRequest,
  timeout: number,
  onWait = () => {},
  signal?: AbortSignal,
): Promise<Exchange> {
  for (let tries = PATIENCE.tries; ; tries -= 1) {
    const exchange = await sendOnce(request, timeout).catch((error: unknown) => {
      if (!(error instanceof ClosedConnection) || !REPEATABLE.includes(request.init.method)) throw error;
      return sendOnce(request, timeout);
    });
    const wait = exchange.status === 429 ? retryAfter(exchange.headers) : undefined;
    if (exchange.status === 429) onWait();
    if (wait === undefined || wait > PATIENCE.wait || tries === 0 || signal?.aborted) return exchange;
    await setTimeout(wait, undefined, signal ? { signal } : {}).catch(() => {});
    if (signal?.aborted) return exchange;
  }
}

/** Milliseconds until a request may be sent again; undefined if the server does not say. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/**
 * Sends a request once. A redirect is an answer like any other: it is not followed, so that the key stays where it belongs.
 *
 * @param timeout for the answer and its body, in milliseconds
 * @throws NoAnswer
 */
async function sendOnce({ url, init, shown }: BuiltRequest, timeout: number): Promise<Exchange> {
  const signal = AbortSignal.timeout(timeout);
  const begun = performance.now();
  let answered = false;
  try {
    const response = await fetch(url, {
      method: init.method,
      headers: init.headers,
      body: init.body ?? null,
      redirect: "manual",
      signal,
    });
    answered = true;
    const read = await readUpTo(response, BODY_CAP);
    return {
      request: shown,
      status: response.status,
      headers: response.headers,
      ...read,
      duration: performance.now() - begun,
    };
  } catch (error) {
    const closed = !answered && !signal.aborted && /UND_ERR_SOCKET|ECONNRESET/.test(reasonOf(error));
    throw new (closed ? ClosedConnection : NoAnswer)(
      shown,
      signal.aborted ? `nothing complete within ${timeout} ms` : reasonOf(error),
    );
  }
}

async function readUpTo(response: Response, cap: number): Promise<Pick<Exchange, "body" | "truncated">> {
  if (!response.body) return { body: "", truncated: false };
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    size += part.value.length;
    if (size > cap) {
      await reader.cancel();
      break;
    }
  }
  return { body: Buffer.concat(chunks).toString("utf8"), truncated: size > cap };
}

/** Node's fetch says only that it failed; the cause tells why, by its code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = "code" in cause ? String(cause.code) : "";
  return code && !cause.message.includes(code) ? `${code} ${cause.message}`.trim() : cause.message;
}
