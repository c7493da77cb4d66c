import type { SentRequest } from "../model/request/exchange.js";
import { NoResponse, type TargetEnd } from "../model/test-case/skipped.js";
import type { Outcome } from "./send.js";

/** Remembers the last requests that a target received before it accepted no connection any more. */
export class LastRequests {
  /** The requests whose connection was closed, and when: nothing that was sent later had a response. */
  readonly #closed = new Map<SentRequest, { outcome: NoResponse; at: number }>();
  /** When the target first accepted no connection; undefined as long as it does. */
  #gone: number | undefined;

  /** The end of the target; undefined as long as it accepts connections, or if it received no request then. */
  get end(): TargetEnd | undefined {
    const all = [...this.#closed.values()].map(({ outcome }) => outcome);
    const [first, ...others] = all.toSorted((one, other) => one.begun - other.begun);
    return first && this.#gone !== undefined ? { first, others } : undefined;
  }

  /** Takes the outcome of a request. @param begun when it was sent, in milliseconds since the process began */
  note(outcome: Outcome, begun: number): void {
    if (outcome instanceof NoResponse) this.#noteSilence(outcome);
    else this.#noteResponse(begun);
  }

  #noteSilence(outcome: NoResponse): void {
    const { request, isClosed, isSent } = outcome;
    if (!isSent) this.#gone ??= performance.now();
    else if (isClosed && !this.#closed.has(request)) this.#closed.set(request, { outcome, at: performance.now() });
  }

  /** A response to a request that was sent earlier may have waited to be read. */
  #noteResponse(begun: number): void {
    if (begun > (this.#gone ?? 0)) this.#gone = undefined;
    for (const [request, { at }] of this.#closed) if (begun > at) this.#closed.delete(request);
  }
}
