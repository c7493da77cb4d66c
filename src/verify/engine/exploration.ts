import { isSafe } from "#openapi/operations/methods.js";
import { SeededRandomness } from "#values/random/randomness.js";
import type { ExplorationLimit } from "../model/target/limits.js";
import { type Skip, skipFor } from "../model/test-case/need.js";
import type { PlannedCase } from "./plan/planned-case.js";

/** Fewer requests of a test case show little: one is for the usual values. */
const LEAST = { requests: 5, milliseconds: 200 };

/** So many requests are left to the last test cases, to remove what they created. */
const RESERVE = 8;

/** Whether a test case belongs to the exploration. */
export function isExploration({ testCase: { suite } }: PlannedCase): boolean {
  return suite === "exploration";
}

/**
 * The requests, or the time, of an exploration. Its test cases run one after the other. Each gets an equal share of the
 * rest. A test case that found a failure may use more of it, to shrink the request.
 */
export class Exploration {
  readonly #limit: ExplorationLimit;
  readonly #seed: number;
  #waiting = 0;
  /** The requests, or the milliseconds, of the test cases that ended. */
  #used = 0;
  #running: { planned: PlannedCase; begun: number; sent: number; share: number } | undefined;

  /** @param seed of the order of the test cases */
  constructor(limit: ExplorationLimit, seed: number) {
    this.#limit = limit;
    this.#seed = seed;
  }

  /** Divides the limit among the test cases of a run that it will run. */
  divide(cases: readonly PlannedCase[]): void {
    this.#waiting = cases.filter((planned) => isExploration(planned) && planned.skip === undefined).length;
  }

  /**
   * The test cases in the order in which they run. Those with little to choose come first, because they leave most of their
   * shares to others. If there is not enough for all, the seed alone decides which operations are explored.
   */
  inOrder(cases: readonly PlannedCase[]): PlannedCase[] {
    const randomness = new SeededRandomness(this.#seed);
    const isEnough = this.#total / cases.length > this.#least;
    return cases
      .map((planned) => ({ planned, rank: randomness.random() + (isEnough ? extentOf(planned) : 0) }))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ planned }) => planned);
  }

  /**
   * Begins a test case.
   *
   * @returns why it does not run; undefined if it does
   */
  begin(planned: PlannedCase): Skip | undefined {
    const rest = this.#total - this.#used;
    if (rest <= 0) return this.skip;
    const share = Math.max(this.#least, Math.ceil(rest / Math.max(1, this.#waiting)));
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

  /** Whether a rest of the share of a test case is left. */
  hasShare(planned: PlannedCase): boolean {
    const reserve = "requests" in this.#limit ? RESERVE : 0;
    const hasRest = this.#used + this.#current + reserve < this.#total;
    return this.#running?.planned === planned && this.#current < this.#running.share && hasRest;
  }

  /** Counts a request of the running test case. Returns false if the limit does not allow it. */
  take(): boolean {
    if (!this.#hasRest) return false;
    if (this.#running) this.#running.sent += 1;
    return true;
  }

  /** Sets one request aside for the removal of a resource. Returns false if the limit has none left. */
  takeForRemoval(): boolean {
    return this.take();
  }

  /** Returns a request that was set aside, and is not needed. */
  giveBack(): void {
    if (this.#running) this.#running.sent -= 1;
  }

  /** Why a test case was left out. */
  get skip(): Skip {
    const limit = "requests" in this.#limit ? `${this.#total} requests` : `${this.#total / 1000} s`;
    return skipFor({ kind: "exploration", limit });
  }

  get #least(): number {
    return "requests" in this.#limit ? LEAST.requests : LEAST.milliseconds;
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

/** How much there is to choose in the requests of a test case. */
function extentOf({ testCase: { operation } }: PlannedCase): number {
  const { method, path, parameters, requestBody } = operation;
  // They need a value of the target file, so most of them are skipped at once.
  if (!isSafe(operation) && (method !== "post" || path.includes("{"))) return 0;
  return parameters.filter((parameter) => parameter.in !== "path").length + (requestBody ? 2 : 0);
}
