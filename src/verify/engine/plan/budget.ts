import { type Skip, skipFor } from "#verify/model/test-case/need.js";
import { isExploration } from "../exploration.js";
import type { PlannedCase } from "./planned-case.js";

/** The limit of requests, for each operation of the document and at least in all. */
const REQUESTS = { perOperation: 60, least: 300 };

/** The limit of a run that sets none. */
export function defaultBudget(operations: number): number {
  return Math.max(REQUESTS.least, operations * REQUESTS.perOperation);
}

/** These test cases run last. */
const LAST = 3;

/** So many requests are left by the test cases that send the rest of the budget. They remove what these created. */
const RESERVE = 8;

/** How many requests a test case of a suite usually sends, and its rank. The first one of an operation has rank 0. */
const USUAL: Partial<Record<string, { requests: number; rank: number }>> = {
  examples: { requests: 1, rank: 1 },
  // Nothing else shows whether the server stores what it says.
  "life-cycle": { requests: 40, rank: 1 },
  "accepted-values": { requests: 8, rank: 2 },
};

/**
 * Limits the requests of a run. First come the test cases that touch each operation, then the lives of resources. Those that
 * touch each parameter and property follow. Requests for them are reserved until they run.
 */
export class Budget {
  readonly #least: number;
  /** The requests that count for nothing, because others changed the data meanwhile. */
  #excused = 0;
  #sent = 0;
  readonly #ranks = new Map<PlannedCase, number>();
  /** The requests that are reserved for test cases of each rank. */
  readonly #reserved: number[] = Array.from({ length: LAST }, () => 0);
  /** The requests that are still reserved for each test case. */
  readonly #left = new Map<PlannedCase, number>();

  readonly #limitsExploration: boolean;

  /** @param limitsExploration whether the exploration, which has a limit of its own, counts too (default: true) */
  constructor(limit: number, limitsExploration = true) {
    this.#least = limit;
    this.#limitsExploration = limitsExploration;
  }

  /** How many requests the run may send. */
  get limit(): number {
    return this.#least + this.#excused;
  }

  /** Requests were in vain, because others changed the data meanwhile: the limit grows by them, and at most doubles. */
  excuse(requests: number): void {
    this.#excused = Math.min(this.#least, this.#excused + requests);
  }

  /** Reserves requests for the test cases of a run that come first. */
  reserve(cases: readonly PlannedCase[]): void {
    const touched = new Set<string>();
    for (const planned of cases) {
      const { suite, operation } = planned.testCase;
      const usual = USUAL[suite];
      if (planned.skip !== undefined || usual === undefined) continue;
      this.#ranks.set(planned, touched.has(operation.id) ? usual.rank : 0);
      touched.add(operation.id);
      this.#change(planned, usual.requests);
    }
  }

  /** Whether a test case may send a request now. */
  admits(planned: PlannedCase): boolean {
    if (!this.#limitsExploration && isExploration(planned)) return true;
    const before = this.#reserved.slice(0, this.#rankOf(planned)).reduce((sum, reserved) => sum + reserved, 0);
    const reserve = planned.testCase.turnOfRest === undefined ? 0 : RESERVE;
    return this.#sent + before + reserve < this.limit;
  }

  /** Counts a request of a test case. Returns false if the budget does not allow it. */
  take(planned: PlannedCase): boolean {
    if (!this.admits(planned)) return false;
    if (this.#limitsExploration || !isExploration(planned)) this.#sent += 1;
    if (this.#left.get(planned)) this.#change(planned, -1);
    return true;
  }

  /** Sets one request aside for the end of the run. Returns false if the budget has none left. */
  takeForRemoval(): boolean {
    if (this.#sent >= this.limit) return false;
    this.#sent += 1;
    return true;
  }

  /** Returns a request that was set aside, and is not needed. */
  giveBack(): void {
    this.#sent -= 1;
  }

  /** Ends the reservation for a test case that ended, or that does not run. */
  release(planned: PlannedCase): void {
    this.#change(planned, -(this.#left.get(planned) ?? 0));
  }

  /** Why a test case was left out. */
  get skip(): Skip {
    return skipFor({ kind: "budget", requests: this.limit });
  }

  #change(planned: PlannedCase, count: number): void {
    const rank = this.#rankOf(planned);
    if (rank === LAST) return;
    this.#left.set(planned, (this.#left.get(planned) ?? 0) + count);
    this.#reserved[rank] = (this.#reserved[rank] ?? 0) + count;
  }

  #rankOf(planned: PlannedCase): number {
    return this.#ranks.get(planned) ?? LAST;
  }
}
