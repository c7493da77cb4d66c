import { isSafe } from "#openapi/operations/methods.js";
import { type Exchange, isSuccess } from "../model/request/exchange.js";
import { NoResponse } from "../model/test-case/skipped.js";
import { LastRequests } from "./last-requests.js";
import type { PreparedRequest } from "./prepare-request.js";
import { announcedWait, isDisturbance, mayRepeat, type Outcome } from "./send.js";
import { pause } from "./waiting.js";

/**
 * How long a run waits until a disturbed target responds again. It has a pause before each attempt, in milliseconds.
 */
const RECOVERY = { times: 8, pause: 500 };

/** From this share of its responses on, disturbances of an operation that never succeeded are its own. */
const OWN_SHARE = 0.25;

/** The findings of the outcomes of one operation. */
interface OfOperation {
  outcomes: number;
  disturbed: number;
  hasSucceeded: boolean;
  /** Whether the last request that was sent again got nothing else. */
  isInVain: boolean;
}

/** How often a target was disturbed. */
export interface Disturbances {
  /** How many requests had an outcome, each time that they were sent. */
  outcomes: number;
  /** How often, by the status; 0 for a closed connection. */
  byStatus: ReadonlyMap<number, number>;
  /** The first of each. */
  examples: ReadonlyMap<number, Outcome>;
}

/**
 * Tells the disturbances of a target from faults of its operations. A disturbance comes and goes: another request, which succeeded
 * before, fails too, or the same request succeeds later. The outcome of a request that cannot be repeated is a disturbance if its
 * operation has succeeded before.
 */
export class Outages {
  readonly #operations = new Map<string, OfOperation>();
  readonly #byStatus = new Map<number, number>();
  readonly #examples = new Map<number, Outcome>();
  #outcomes = 0;
  /** A safe request that succeeded. */
  #usual: PreparedRequest | undefined;
  #isRecoveryInVain = false;
  readonly lastRequests = new LastRequests();

  /** How often the target was disturbed; a fault of an operation does not count. */
  get disturbances(): Disturbances {
    return { outcomes: this.#outcomes, byStatus: this.#byStatus, examples: this.#examples };
  }

  /** Whether a request of an operation is worth sending again: the last one was. */
  isWorthRepeating(operation: string): boolean {
    return !this.#of(operation).isInVain;
  }

  /** Takes the last outcome of a request, and those before that it had when it was sent before. */
  note(request: PreparedRequest, outcome: Outcome, before: readonly Outcome[]): void {
    const own = this.#of(request.operation);
    const isDisturbed = isDisturbance(outcome);
    this.#outcomes += 1;
    own.outcomes += 1;
    own.isInVain = isDisturbed && (before.length > 0 || own.isInVain);
    if (isDisturbed) own.disturbed += 1;
    // The target said when to come back, and was right.
    else for (const each of before.filter((other) => announcedWait(other) === undefined)) this.count(each);
    if (isDisturbed || outcome instanceof NoResponse || !isSuccess(outcome)) return;
    own.hasSucceeded = true;
    this.#isRecoveryInVain = false;
    if (isSafe(request.init)) this.#usual = request;
  }

  /** Counts a disturbance. */
  count(outcome: Outcome): void {
    const status = outcome instanceof NoResponse ? 0 : outcome.status;
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1);
    if (!this.#examples.has(status)) this.#examples.set(status, outcome);
  }

  /**
   * Judges a disturbed outcome by other requests.
   *
   * @param repeat sends a request once
   * @returns an outcome that is not disturbed, if the target has recovered. Otherwise the last one, and whether it is an
   * outage of the target
   */
  async judge(
    request: PreparedRequest,
    outcome: Outcome,
    repeat: (request: PreparedRequest) => Promise<Outcome>,
    signal?: AbortSignal,
  ): Promise<{ outcome: Outcome; isOutage: boolean }> {
    const usual = this.#usual;
    // Nothing has succeeded yet that could show more.
    if (usual === undefined) return { outcome, isOutage: false };
    const isUp = await this.recovers(repeat, signal);
    if (!isUp) return { outcome, isOutage: this.lastRequests.end === undefined };
    if (!mayRepeat(request, outcome) && !request.isToReject)
      return { outcome, isOutage: !this.#failsItself(request.operation) };
    const again = await repeat(request);
    const isRefused = again instanceof NoResponse && !again.isSent;
    return { outcome: isRefused ? outcome : again, isOutage: false };
  }

  /** Whether an operation fails, although the target does not: it never succeeded, and was disturbed often. */
  #failsItself(operation: string): boolean {
    const { outcomes, disturbed, hasSucceeded } = this.#of(operation);
    return !hasSucceeded && disturbed > 1 && disturbed >= outcomes * OWN_SHARE;
  }

  /**
   * Whether a request that succeeded before succeeds again, within a time. False if none has succeeded.
   *
   * @param repeat sends a request once
   */
  async recovers(repeat: (request: PreparedRequest) => Promise<Outcome>, signal?: AbortSignal): Promise<boolean> {
    const usual = this.#usual;
    if (usual === undefined) return false;
    for (let times = RECOVERY.times; ; times -= 1) {
      const outcome = await repeat(usual);
      if (!(outcome instanceof NoResponse || isDisturbance(outcome))) return true;
      // Other requests have already waited for the target.
      if (times === 0 || this.#isRecoveryInVain || signal?.aborted) break;
      await pause(RECOVERY.pause, signal);
    }
    this.#isRecoveryInVain = true;
    return false;
  }

  #of(operation: string): OfOperation {
    const known = this.#operations.get(operation);
    if (known) return known;
    const own = { outcomes: 0, disturbed: 0, hasSucceeded: false, isInVain: false };
    this.#operations.set(operation, own);
    return own;
  }
}

/** An exchange that says nothing about its operation. */
export function asOutage(exchange: Exchange): Exchange {
  return { ...exchange, isOutage: true };
}
