import type { Exchange } from "../model/request/exchange.js";
import type { RequestSpec } from "../model/request/request-spec.js";
import type { Reason } from "../model/target/ownership.js";

/** One request of a run that was sent, and what came of it. */
export interface JournalEntry {
  readonly request: RequestSpec;
  /** Status 0 if there was no response. */
  readonly exchange: Exchange;
  /** The test case that sent it. */
  readonly by: object;
  /** Why the gate let it pass. */
  readonly because: Reason | "safe";
  /** Whether it removes what a test case left, and tests nothing. */
  readonly isRemoval?: true;
  /** When it was sent, and when its outcome was known, in milliseconds of one clock. */
  readonly begun: number;
  readonly ended: number;
}

/** A request that was sent, and has no outcome yet. */
export type RunningRequest = Pick<JournalEntry, "request" | "begun">;

/** Facts that follow from the exchanges of a run. */
export interface Projection {
  /** Takes the next exchange. Each is taken once, in the order of the outcomes. @param others that still run at its end */
  note(entry: JournalEntry, others: Iterable<RunningRequest>): void;
}

/**
 * All exchanges of a run. The gate alone writes it. The facts that a run knows of its target are projections of it. Entries are kept until
 * they are judged.
 */
export class Journal {
  readonly #projections: readonly Projection[];
  readonly #unjudged = new Map<object, JournalEntry[]>();
  readonly #judged = new WeakSet<Exchange>();
  readonly #running = new Set<RunningRequest>();

  constructor(projections: readonly Projection[]) {
    this.#projections = projections;
  }

  /** A request is about to be sent. The result is for `add`, or for `forget`. */
  begin(request: RequestSpec): RunningRequest {
    const begun = { request, begun: performance.now() };
    this.#running.add(begun);
    return begun;
  }

  /** A request has an outcome: a response, or none in time. */
  add(begun: RunningRequest, outcome: Pick<JournalEntry, "exchange" | "by" | "because" | "isRemoval">): void {
    this.#running.delete(begun);
    const entry = { ...begun, ...outcome, ended: performance.now() };
    for (const projection of this.#projections) projection.note(entry, this.#running);
    const entries = this.#unjudged.get(entry.by);
    if (entries) entries.push(entry);
    else this.#unjudged.set(entry.by, [entry]);
  }

  /** A request was not sent in the end. */
  forget(begun: RunningRequest): void {
    this.#running.delete(begun);
  }

  /** A test case has judged an exchange, by an expectation of its own. */
  markJudged(exchange: Exchange): void {
    this.#judged.add(exchange);
  }

  /**
   * The exchanges that a test case sent, and did not judge: each is returned once. @param by the test case (default:
   * any)
   */
  takeUnjudged(by?: object): JournalEntry[] {
    const entries = by === undefined ? [...this.#unjudged.values()].flat() : (this.#unjudged.get(by) ?? []);
    if (by === undefined) this.#unjudged.clear();
    else this.#unjudged.delete(by);
    return entries.filter(({ exchange }) => !this.#judged.has(exchange));
  }
}
