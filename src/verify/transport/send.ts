import { parseInTurns } from "#http/body/parse-in-turns.js";
import { textOf } from "#http/body/text-of.js";
import { retryAfter } from "#http/retry-after.js";
import { turnFor } from "#http/turn.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Exchange } from "../model/request/exchange.js";
import { NoResponse } from "../model/test-case/skipped.js";
import type { OpenConnection } from "./connection.js";
import { ConnectionError, sendByHttp } from "./http-client.js";
import type { PreparedRequest } from "./prepare-request.js";
import { pause, type Wait } from "./waiting.js";

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

/** How requests are sent. */
interface Sending {
  connection: OpenConnection;
  /** For each response and its body, in milliseconds. */
  timeout: number;
  /** Called for each 429. */
  onRateLimited?: () => void;
  /** Whether the request waits, and is sent again. */
  waits?: () => boolean;
  /** Waits as the target asks for (default: without a trace). */
  wait?: (wait: Wait, signal?: AbortSignal) => Promise<void>;
  /** Ends the waiting; the response is returned then. */
  signal?: AbortSignal | undefined;
}

/**
 * Sends a request. After a 429 or 503 it waits as `Retry-After` says (RFC 9110, 10.2.3), and sends it again.
 *
 * @throws NoResponse
 */
export async function send(request: PreparedRequest, sending: Sending): Promise<Exchange> {
  const { onRateLimited, waits = () => true, wait = waitSilently, signal } = sending;
  for (let retries = RETRIES.count; ; retries -= 1) {
    const exchange = await sendOnce(request, sending).catch((error: unknown) => {
      if (!(error instanceof ConnectionClosed) || !isSafe(request.init)) throw error;
      return sendOnce(request, sending);
    });
    const asked = isTemporary(exchange) ? retryAfter(exchange.headers) : undefined;
    if (exchange.status === 429) onRateLimited?.();
    if (asked === undefined || asked > RETRIES.wait || retries === 0 || !waits() || signal?.aborted) return exchange;
    await wait({ status: exchange.status, milliseconds: asked }, signal);
    if (signal?.aborted) return exchange;
  }
}

/** True for 429 and 503, the statuses that ask to wait (RFC 6585, 4; RFC 9110, 15.6.4). */
export function isTemporary({ status }: Pick<Exchange, "status">): boolean {
  return status === 429 || status === 503;
}

const waitSilently = ({ milliseconds }: Wait, signal?: AbortSignal) => pause(milliseconds, signal);

/** Sends a request once. @throws NoResponse */
async function sendOnce(
  { operation, url, init, sent }: PreparedRequest,
  { connection, timeout }: Sending,
): Promise<Exchange> {
  const begun = performance.now();
  try {
    const limits = { timeout, maxBody: MAX_BODY };
    const { status, headers, body: bytes, truncated } = await sendByHttp(connection, { url, ...init }, limits);
    await turnFor(bytes);
    const body = textOf(bytes, headers.get("content-type") ?? "");
    const json = truncated ? undefined : await parseInTurns(body);
    const duration = performance.now() - begun;
    const raw = json || bytes.length === 0 ? {} : { bytes };
    return { operation, request: sent, status, headers, body, ...raw, json, truncated, duration };
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    throw new (error.isClosedEarly ? ConnectionClosed : NoResponse)(operation, sent, error.message);
  }
}
