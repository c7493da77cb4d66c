import { setTimeout } from "node:timers/promises";
import { SeededRandomness } from "../values/random/randomness.js";
import type { ConditionOptions } from "./condition-options.js";
import { preferredDelay } from "./preferred-delay.js";
import { RETRY_AFTER, type Rejection } from "./rejection.js";

/** Milliseconds in which the requests of a rate are counted. */
const WINDOW = 1000;

/** Delays, fails and limits the requests of a server. */
export class Conditions {
  readonly #options: ConditionOptions;
  readonly #randomness: SeededRandomness;
  #window = { begun: 0, count: 0 };

  constructor(options: ConditionOptions) {
    this.#options = options;
    this.#randomness = new SeededRandomness(options.seed ?? 1);
  }

  /** Whether nothing is applied to a request, unless it prefers a delay. */
  get isIdle(): boolean {
    const { latency, fail, rate } = this.#options;
    return latency === undefined && !fail && rate === undefined;
  }

  /**
   * Applies the conditions to a request: waits, or rejects it. A preferred delay that cannot be read is rejected.
   *
   * @param prefer the header `Prefer` of the request (RFC 7240)
   * @param onChoice receives each condition that was applied, and the reason
   * @param signal ends the waiting, when the client has gone
   * @returns undefined for a request that may be served
   */
  async apply(prefer: string, onChoice: (choice: string) => void, signal: AbortSignal): Promise<Rejection | undefined> {
    const { latency, fail = 0, rate } = this.#options;
    // Each request takes the same number of random values, so that preferences do not shift those of later requests.
    const [share, chance] = [this.#randomness.random(), this.#randomness.random()];
    const isLimited = rate !== undefined && this.#exceeds(rate);
    const preferred = preferredDelay(prefer);
    if (preferred && "status" in preferred) return preferred;
    if (preferred) {
      onChoice(preferred.choice);
      await wait(preferred.milliseconds, signal);
    } else if (latency) {
      const [least, most] = latency;
      const delay = Math.round(least + share * (most - least));
      onChoice(`delay ${delay} ms (--latency ${least}..${most})`);
      await wait(delay, signal);
    }
    if (isLimited) {
      onChoice(`status 429 (--rate ${rate}/s)`);
      const detail = `Only ${rate} requests per second are served (--rate).`;
      return { status: 429, title: "Too many requests", detail, headers: { "retry-after": RETRY_AFTER } };
    }
    if (chance < fail) {
      onChoice(`status 503 (--fail ${fail * 100}%)`);
      const detail = `${fail * 100} % of the requests fail on purpose (--fail).`;
      return { status: 503, title: "Service unavailable", detail, headers: {} };
    }
    return undefined;
  }

  /** Counts a request. Returns whether it is too many in its second. */
  #exceeds(rate: number): boolean {
    const now = performance.now();
    if (now - this.#window.begun >= WINDOW) this.#window = { begun: now, count: 0 };
    this.#window.count += 1;
    return this.#window.count > rate;
  }
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}
