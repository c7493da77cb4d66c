import { retryAfter } from "#http/retry-after.js";
import { isSafe } from "#openapi/operations/methods.js";
import { CallFailure } from "../failure.js";
import type { AnyResult } from "../result.js";
import { failed } from "./response.js";
import { pause, type TimeLimit } from "./time-limit.js";

/** Statuses after which a request that changes nothing is sent again (RFC 9110, 15.5.9 and 15.6; RFC 6585, 4). */
const TRANSIENT = [408, 429, 502, 503, 504];

/** Statuses that say when any request may be sent again, if they have `Retry-After`. */
const ANNOUNCED = [429, 503];

/** Statuses of a resource that was deleted before. */
const GONE = [404, 410];

/** The longest wait before the first retry without `Retry-After`, in milliseconds. It doubles for each further one. */
const BACK_OFF = 300;

/** The longest wait that is kept to, in milliseconds. A response that asks for a longer one is final. */
const LONGEST_WAIT = 60_000;

/** How a call is retried. */
export interface Retrying {
  /** Method and URL, for messages. */
  call: string;
  method: string;
  /** The number of retries. */
  retries: number;
  /** The signal ends the waiting. */
  limit: TimeLimit;
}

/**
 * Sends a request until its result is final. A safe request is repeated after a network failure or a transient status. Any
 * other is repeated after a 429 or 503 with `Retry-After`. A wait that is longer than the time limit is not begun.
 *
 * A gateway that responds with 503 may have passed a deletion on. The repeated deletion then finds nothing. The result is a
 * failure: neither a success nor a 404 is certain.
 *
 * @param attempt sends the request once; it never rejects, also after an abort
 */
export async function withRetries(attempt: () => Promise<AnyResult>, retrying: Retrying): Promise<AnyResult> {
  const { call, method, retries, limit } = retrying;
  let mayBeDone = false;
  for (let count = 0; ; count += 1) {
    const result = await attempt();
    const { response } = result;
    const wait = waitAfter(result, method, count);
    if (count >= retries || wait > Math.min(LONGEST_WAIT, limit.remaining())) {
      if (!mayBeDone || !response || !GONE.includes(response.status)) return result;
      const { status } = response;
      const message = `the response with status ${status} may follow an earlier success.`;
      return failed(new CallFailure("UncertainOutcome", call, message, { status, response }));
    }
    mayBeDone ||= method === "DELETE" && response?.status === 503;
    await pause(wait, limit.signal);
  }
}

/** Milliseconds until the request is sent again; `Infinity` if the result is final. */
function waitAfter({ response, ...result }: AnyResult, method: string, count: number): number {
  const announced = response ? retryAfter(response.headers) : undefined;
  if (announced !== undefined && ANNOUNCED.includes(response?.status ?? 0)) return announced;
  const isTransient = response
    ? TRANSIENT.includes(response.status)
    : !result.ok && result.failure?.name === "NetworkFailure";
  if (!isTransient || !isSafe({ method })) return Infinity;
  // Jitter: clients that failed together do not come back together.
  return announced ?? BACK_OFF * 2 ** count * (0.5 + Math.random() / 2);
}
