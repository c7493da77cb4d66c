import { parseInTurns } from "#http/body/parse-in-turns.js";
import { textOf } from "#http/body/text-of.js";
import { announcesNoState } from "#http/mock-state.js";
import { retryAfter } from "#http/retry-after.js";
import { turnFor } from "#http/turn.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Exchange } from "../model/request/exchange.js";
import { NoResponse, reasonOf, Skipped } from "../model/test-case/skipped.js";
import type { OpenConnection } from "./connection.js";
import { ConnectionError, Ended, sendByHttp } from "./http-client.js";
import type { PreparedRequest } from "./prepare-request.js";
import { pause, type Wait } from "./waiting.js";

/** Bytes of a body that are read: enough for every response that a contract describes. */
const MAX_BODY = 10 * 1024 * 1024;

/**
 * How often a request is sent again after a 429 or 503. Also the longest wait before each time, in milliseconds. Rate limits
 * often count per minute.
 */
const RETRIES = { count: 3, wait: 60_000 };

/** How requests are sent. */
export interface Sending {
  /** Sends a request once. */
  once: (request: PreparedRequest) => Promise<Outcome>;
  /** Called for each response that may come from the state of the target. */
  onDisturbed?: (outcome: Outcome) => void;
  /** Whether the request waits, and is sent again. @param asked the announced wait in milliseconds; undefined without one */
  waits?: (asked: number | undefined) => boolean;
  /** Waits as the target asks for (default: without a trace). */
  wait?: (wait: Wait, signal?: AbortSignal) => Promise<void>;
  /** Ends the waiting, and safe requests. The response of another request is returned then. */
  signal?: AbortSignal | undefined;
}

/** A response, or the silence in its place. */
export type Outcome = Exchange | NoResponse;

/** Milliseconds before a request is sent again that nothing else delays: after a kept connection was closed, at once. */
const PAUSES = { closed: [0, 200, 800], status: [100, 300, 900] };

/**
 * Sends a request. After a disturbance, it sends it again where that changes nothing twice: as `Retry-After` says (RFC 9110,
 * 10.2.3), or after a short pause.
 *
 * @returns the last outcome, which may be a disturbance
 * @throws Skipped if the signal ends a safe request
 */
export async function send(request: PreparedRequest, sending: Sending): Promise<Outcome> {
  const { once, onDisturbed, waits = () => true, wait = waitSilently, signal } = sending;
  for (let tries = 0; ; tries += 1) {
    const outcome = await once(request);
    if (!isDisturbance(outcome)) return outcome;
    onDisturbed?.(outcome);
    const asked = announcedWait(outcome);
    const isTooLong = asked !== undefined && asked > RETRIES.wait;
    if (tries >= RETRIES.count || isTooLong || !mayRepeat(request, outcome) || !waits(asked) || signal?.aborted)
      return outcome;
    if (asked === undefined || outcome instanceof NoResponse) await pause(pauseAfter(outcome, tries), signal);
    else await wait({ status: outcome.status, milliseconds: asked }, signal);
    if (signal?.aborted) return outcome;
  }
}

/**
 * Whether an outcome may come from the state of the target, and not from the request (RFC 6585, 4; RFC 9110, 15.6.3 to
 * 15.6.5).
 */
export function isDisturbance(outcome: Outcome): boolean {
  if (outcome instanceof NoResponse) return outcome.isClosed;
  return [429, 502, 503, 504].includes(outcome.status) && !announcesNoState(outcome);
}

/** Whether an outcome says that the request was not carried out, and asks to wait: 429 or 503 (RFC 6585, 4; RFC 9110, 15.6.4). */
export function isTemporary(outcome: Outcome): outcome is Exchange {
  return !(outcome instanceof NoResponse) && (outcome.status === 429 || outcome.status === 503);
}

/** The wait in milliseconds that an outcome asks for; undefined if it asks for none. */
export function announcedWait(outcome: Outcome): number | undefined {
  return isTemporary(outcome) ? retryAfter(outcome.headers) : undefined;
}

/**
 * Whether a request may be sent again (RFC 9110, 9.2.2). A gateway or a closed connection may lose a DELETE that was carried
 * out. Its repetition would get a 404.
 */
export function mayRepeat({ init }: PreparedRequest, outcome: Outcome): boolean {
  if (isSafe(init)) return true;
  if (!isTemporary(outcome)) return false;
  return outcome.status === 429 || announcedWait(outcome) !== undefined || /^(PUT|DELETE)$/i.test(init.method);
}

function pauseAfter(outcome: Outcome, tries: number): number {
  return PAUSES[outcome instanceof NoResponse ? "closed" : "status"][tries] ?? 0;
}

const waitSilently = ({ milliseconds }: Wait, signal?: AbortSignal) => pause(milliseconds, signal);

/**
 * Sends a request once.
 *
 * @throws Skipped if the signal ends a safe request
 */
export async function sendOnce(
  { operation, url, init, actor, sent }: PreparedRequest,
  { connection, timeout, signal }: { connection: OpenConnection; timeout: number; signal: AbortSignal | undefined },
): Promise<Outcome> {
  const begun = performance.now();
  try {
    // The response to another request says what it created.
    const limits = { timeout, maxBody: MAX_BODY, signal: isSafe(init) ? signal : undefined };
    const { status, headers, body: bytes, truncated } = await sendByHttp(connection, { url, ...init, actor }, limits);
    await turnFor(bytes);
    const body = textOf(bytes, headers.get("content-type") ?? "");
    const json = truncated ? undefined : await parseInTurns(body);
    const duration = performance.now() - begun;
    const raw = json || bytes.length === 0 ? {} : { bytes };
    return { operation, request: sent, status, headers, body, ...raw, json, truncated, duration };
  } catch (error) {
    if (error instanceof Ended && signal) throw new Skipped(reasonOf(signal));
    if (!(error instanceof ConnectionError)) throw error;
    return new NoResponse(operation, sent, error.message, {
      isClosed: error.isClosed,
      isSent: !error.isRefused,
      begun,
    });
  }
}
