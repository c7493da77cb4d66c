import { PARALLEL } from "../model/target/limits.js";

/** A target that responds within so many milliseconds is near: more requests at once would gain little. */
const NEAR = 50;

/** More requests at once may make responses slower by this factor. */
const AS_QUICK = 1.3;

/**
 * How many requests may be sent at once. Where nothing sets the limit, it grows by steps while a distant target responds as
 * quickly as at the start. It goes back to the start when the target does not.
 */
export class Concurrency {
  /** Called when the limit has grown. */
  onGrown: () => void = () => {};
  readonly #start: number;
  #limit: number;
  #most: number;
  /** Milliseconds of the responses since the last step. */
  #durations: number[] = [];
  #atStart: number | undefined;

  /** @param set the limit that is set (default: it grows) */
  constructor(set?: number) {
    this.#start = set ?? PARALLEL.start;
    this.#most = set ?? PARALLEL.most;
    this.#limit = this.#start;
  }

  get limit(): number {
    return this.#limit;
  }

  /** Takes the time of a response that came while as many requests ran as may, in milliseconds. */
  note(duration: number): void {
    if (this.#most === this.#start) return;
    this.#durations.push(duration);
    if (this.#durations.length < this.#limit) return;
    const median = this.#durations.toSorted((a, b) => a - b)[this.#durations.length >> 1] ?? 0;
    this.#durations = [];
    this.#atStart ??= median;
    if (this.#atStart < NEAR || median > this.#atStart * AS_QUICK) this.hold();
    else if (this.#limit < this.#most) this.#grow();
  }

  /** The limit is that of the start from now on: the target became slower, or asked for fewer requests. */
  hold(): void {
    this.#limit = this.#start;
    this.#most = this.#start;
  }

  #grow(): void {
    this.#limit = Math.min(this.#most, this.#limit + this.#start / 2);
    this.onGrown();
  }
}
