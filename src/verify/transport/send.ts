import { setTimeout } from "node:timers/promises";
import { retryAfter } from "../../http/retry-after.js";
import { isSafe } from "../../openapi/methods.js";
import { type Exchange, parseBody } from "../model/exchange.js";
import { NoResponse } from "../model/skipped.js";
import type { PreparedRequest } from "./prepare-request.js";

/** Bytes of a body that are read: enough for every response that a contract describes. */
const MAX_BODY = 10 * 1024 * 1024;

/**
 * How often a request is sent again after a 429 or 503, and the longest wait before each time, in milliseconds: rate limits
 * often count per minute.
 */
const RETRIES = { count: 3, wait: 60_000 };

/**
 * The connection was closed before a response began. Servers close idle connections at any time, so a safe request is sent
 * once more (RFC 9112, 9.3.1).
 */
class ConnectionClosed extends NoResponse {}

/** Settings for responses that ask to wait. */
interface RateLimiting {
  /** Called for each 429. */
  onRateLimited?: () => void;
  /** Whether the request waits, and is sent again. */
  waits?: () => boolean;
  /** Ends the waiting; the response is returned then. */
  signal?: AbortSignal | undefined;
}

/**
 * Sends a request. After a 429 or 503 it waits as `Retry-After` says (RFC 9110, 10.2.3), and sends it again.
 *
 * @param timeout for each response and its body, in milliseconds
 * @throws NoResponse
 */
export async function send(
  request: PreparedRequest,
  timeout: number,
  { onRateLimited, waits = () => true, signal }: RateLimiting = {},
): Promise<Exchange> {
  for (let retries = RETRIES.count; ; retries -= 1) {
    const exchange = await sendOnce(request, timeout).catch((error: unknown) => {
      if (!(error instanceof ConnectionClosed) || !isSafe(request.init)) throw error;
      return sendOnce(request, timeout);
    });
    const wait = isTemporary(exchange) ? retryAfter(exchange.headers) : undefined;
    if (exchange.status === 429) onRateLimited?.();
    if (wait === undefined || wait > RETRIES.wait || retries === 0 || !waits() || signal?.aborted) return exchange;
    await pause(wait, signal);
    if (signal?.aborted) return exchange;
  }
}

/** True for 429 and 503, the statuses that ask to wait (RFC 6585, 4; RFC 9110, 15.6.4). */
export function isTemporary({ status }: Pick<Exchange, "status">): boolean {
  return status === 429 || status === 503;
}

/** Waits for milliseconds, or until the signal is aborted. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, signal ? { signal } : {}).catch(() => {});
}

/** Sends a request once. A redirect is not followed, so that the key reaches no other server. @throws NoResponse */
async function sendOnce({ operation, url, init, sent }: PreparedRequest, timeout: number): Promise<Exchange> {
  const signal = AbortSignal.timeout(timeout);
  const begun = performance.now();
  let hasBegun = false;
  try {
    const response = await fetch(url, { ...init, body: init.body ?? null, redirect: "manual", signal });
    hasBegun = true;
    const { status, headers } = response;
    const read = await readBody(response);
    return { operation, request: sent, status, headers, ...read, duration: performance.now() - begun };
  } catch (error) {
    const isClosed = !hasBegun && !signal.aborted && /UND_ERR_SOCKET|ECONNRESET/.test(reasonOf(error));
    const reason = signal.aborted ? `nothing complete within ${timeout} ms` : reasonOf(error);
    throw new (isClosed ? ConnectionClosed : NoResponse)(sent, reason);
  }
}

async function readBody(response: Response): Promise<Pick<Exchange, "body" | "json" | "truncated">> {
  if (!response.body) return { body: "", json: undefined, truncated: false };
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    size += part.value.length;
    if (size > MAX_BODY) {
      await reader.cancel();
      break;
    }
  }
  const body = Buffer.concat(chunks).toString("utf8");
  const truncated = size > MAX_BODY;
  return { body, json: truncated ? undefined : parseBody(body), truncated };
}

/** Node's fetch gives the reason in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = "code" in cause ? String(cause.code) : "";
  return code && !cause.message.includes(code) ? `${code} ${cause.message}`.trim() : cause.message;
}
