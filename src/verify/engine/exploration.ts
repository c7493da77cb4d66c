import { SeededRandomness } from "../../values/randomness.js";
import type { ExplorationLimit } from "../model/exploration.js";
import type { PlannedCase } from "./planned-case.js";

/** Fewer requests of a test case show little: one is for the usual values. */
const LEAST = { requests: 5, milliseconds: 200 };

/** Whether a test case belongs to the exploration. */
export function isExploration({ testCase: { suite } }: PlannedCase): boolean {
  return suite === "exploration";
}

/**
 * The requests, or the time, of an exploration. Its test cases run one after the other. Each gets an equal share of the rest;
 * a test case that found a failure may use more of it, to shrink the request.
 */
export class Exploration {
  readonly #limit: ExplorationLimit;
  #waiting = 0;
  /** The requests, or the milliseconds, of the test cases that ended. */
  #used = 0;
  #running: { planned: PlannedCase; begun: number; sent: number; share: number } | undefined;

  constructor(limit: ExplorationLimit) {
    this.#limit = limit;
  }

  /** Divides the limit among the test cases of a run that it will run. */
  divide(cases: readonly PlannedCase[]): void {
    this.#waiting = cases.filter((each) => isExploration(each) && each.skip === undefined).length;
  }

  /**
   * Begins a test case.
   *
   * @returns why it does not run; undefined if it does
   */
  begin(planned: PlannedCase): string | undefined {
    const rest = this.#total - this.#used;
    if (rest <= 0) return this.reason;
    const least = "requests" in this.#limit ? LEAST.requests : LEAST.milliseconds;
    const share = Math.max(least, Math.ceil(rest / Math.max(1, this.#waiting)));
    this.#waiting -= 1;
    this.#running = { planned, begun: performance.now(), sent: 0, share };
    return undefined;
  }

  /** Ends a test case. */
  end(planned: PlannedCase): void {
    if (this.#running?.planned !== planned) return;
    this.#used += this.#current;
    this.#running = undefined;
  }

  /** Whether the share of a test case is not used up. */
  hasShare(planned: PlannedCase): boolean {
    return this.#running?.planned === planned && this.#current < this.#running.share && this.#hasRest;
  }

  /** Counts a request of the running test case. Returns false if the limit does not allow it. */
  take(): boolean {
    if (!this.#hasRest) return false;
    if (this.#running) this.#running.sent += 1;
    return true;
  }

  /** Why a test case was left out. */
  get reason(): string {
    const limit = "requests" in this.#limit ? `${this.#total} requests` : `${this.#total / 1000} s`;
    return `the exploration reached its limit of ${limit} (--explore sets another one)`;
  }

  get #total(): number {
    return "requests" in this.#limit ? this.#limit.requests : this.#limit.milliseconds;
  }

  /** The requests, or the milliseconds, of the running test case. */
  get #current(): number {
    if (!this.#running) return 0;
    return "requests" in this.#limit ? this.#running.sent : performance.now() - this.#running.begun;
  }

  get #hasRest(): boolean {
    return this.#used + this.#current < this.#total;
  }
}

/** The test cases in an order by the seed: if the limit is small, other operations are explored with another seed. */
export function inRandomOrder(cases: readonly PlannedCase[], seed: number): PlannedCase[] {
  const randomness = new SeededRandomness(seed);
  return cases
    .map((planned) => ({ planned, rank: randomness.random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ planned }) => planned);
}
