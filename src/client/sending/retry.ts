import { retryAfter } from "#http/retry-after.js";
import { CallFailure } from "../failure.js";
import type { Extras, SafeExtras } from "../operation.js";
import type { AnyResult } from "../result.js";
import { sendWithinOrigin } from "./redirect.js";
import { failed } from "./response.js";
import { pause, type TimeLimit } from "./time-limit.js";

/** Statuses that say when any request may be sent again, if they have `Retry-After` (RFC 9110, 15.6; RFC 6585, 4). */
const ANNOUNCED = /429|503/;

/** The shortest wait before the first retry without `Retry-After`, in milliseconds. The longest is twice that. Both double for each further one. */
const BACK_OFF = 150;

/** The longest wait that is kept to, in milliseconds. A response that asks for a longer one is final. */
const LONGEST_WAIT = 60_000;

/**
 * Sends a request until its result is final. A safe request is repeated after a network failure or a transient status. Any
 * other is repeated after a 429 or 503 with `Retry-After`. A wait that is longer than the time limit is not begun.
 *
 * @param attempt sends the request once; it never rejects, also after an abort
 * @param call method and URL, for messages
 * @param retries the number of retries
 * @param limit its signal ends the waiting
 */
export async function withRetries(
  attempt: () => Promise<AnyResult>,
  { safe, certain }: Extras,
  call: () => string,
  retries: number,
  [signal, end]: TimeLimit,
): Promise<AnyResult> {
  let statuses = "";
  for (let count = 0; ; count += 1) {
    const result = await attempt();
    const { status, headers } = result.response ?? {};
    const announced = headers && retryAfter(headers);
    const usual = safe?.backOff(result, count);
    const wait = usual || ANNOUNCED.test(`${status}`) ? (announced ?? usual) : undefined;
    if (wait === undefined || count >= retries || wait > Math.min(LONGEST_WAIT, end - performance.now()))
      return certain?.(result, call(), statuses) ?? result;
    statuses += status;
    await pause(wait, signal);
  }
}

/**
 * How long a request that changes nothing waits before it is sent again (RFC 9110, 15.5.9 and 15.6; RFC 6585, 4). Jitter: clients
 * that failed together do not come back together.
 */
function backOff({ response, failure }: AnyResult, count: number): number | undefined {
  const isTransient = /408|429|50[234]|NetworkFailure/.test(`${response?.status ?? failure?.name}`);
  return isTransient ? BACK_OFF * 2 ** count * (1 + Math.random()) : undefined;
}

/** Requests that change nothing follow redirects, and are sent again. */
export const safe: SafeExtras = { follow: sendWithinOrigin, backOff };

/**
 * The result of a deletion that was sent again after a 503. If it finds nothing, it may have succeeded at first. A gateway
 * that responds with 503 may have passed it on. The result then is a failure: neither a success nor a 404 is certain.
 */
export function certainDeletion(result: AnyResult, call: string, former: string): AnyResult {
  const { response } = result;
  if (!response || !/404|410/.test(`${response.status}`) || !former.includes("503")) return result;
  const { status } = response;
  const message = `the response with status ${status} may follow an earlier success.`;
  return failed(new CallFailure("UncertainOutcome", call, message, { status, response }));
}
