import { setTimeout } from "node:timers/promises";
import { SeededRandomness } from "../../values/randomness.js";
import { problem } from "./problem.js";

/** The conditions under which the mock responds, as a network and a busy server would cause them. */
export interface ConditionOptions {
  /** The range of the delay of each response, in milliseconds (default: none). */
  latency?: readonly [least: number, most: number] | undefined;
  /** The share of requests that fail with 503, from 0 to 1 (default: 0). */
  fail?: number | undefined;
  /** How many requests of a second are served. The others get 429 with `Retry-After` (default: all). */
  rate?: number | undefined;
  /** The seed of delays and failures (default: 1). One seed gives the same ones for the same order of requests. */
  seed?: number | undefined;
}

/** The longest delay that a request can prefer, in milliseconds. */
const MAX_DELAY = 60_000;

/** Milliseconds in which the requests of a rate are counted. */
const WINDOW = 1000;

/** Delays, fails and limits the requests of a mock. */
export class Conditions {
  readonly #options: ConditionOptions;
  readonly #randomness: SeededRandomness;
  #window = { begun: 0, count: 0 };

  constructor(options: ConditionOptions) {
    this.#options = options;
    this.#randomness = new SeededRandomness(options.seed ?? 1);
  }

  /**
   * Applies the conditions to a request: waits, or rejects it.
   *
   * @param prefer the header `Prefer` of the request (RFC 7240)
   * @param onChoice receives each condition that was applied, and the reason
   * @param signal ends the waiting, when the client has gone
   * @throws ProblemJsonError for a request that fails, or exceeds the rate, or prefers a delay that is too long
   */
  async apply(prefer: string, onChoice: (choice: string) => void, signal: AbortSignal): Promise<void> {
    const { latency, fail = 0, rate } = this.#options;
    // Each request takes the same number of random values, so that preferences do not shift those of later requests.
    const [share, chance] = [this.#randomness.random(), this.#randomness.random()];
    const isLimited = rate !== undefined && this.#exceeds(rate);
    const preferred = delayIn(prefer);
    if (preferred !== undefined) {
      onChoice(`delay ${preferred} ms (Prefer: delay=${preferred})`);
      await wait(preferred, signal);
    } else if (latency) {
      const [least, most] = latency;
      const delay = Math.round(least + share * (most - least));
      onChoice(`delay ${delay} ms (--latency ${least}..${most})`);
      await wait(delay, signal);
    }
    if (isLimited) {
      onChoice(`status 429 (--rate ${rate}/s)`);
      throw problem(429, "Too many requests", `The mock serves ${rate} requests per second (--rate).`);
    }
    if (chance < fail) {
      onChoice(`status 503 (--fail ${fail * 100}%)`);
      throw problem(503, "Service unavailable", `The mock fails ${fail * 100} % of the requests on purpose (--fail).`);
    }
  }

  /** Counts a request. Returns whether it is too many in its second. */
  #exceeds(rate: number): boolean {
    const now = performance.now();
    if (now - this.#window.begun >= WINDOW) this.#window = { begun: now, count: 0 };
    this.#window.count += 1;
    return this.#window.count > rate;
  }
}

/** The delay that a request prefers, in milliseconds; undefined if it prefers none. @throws ProblemJsonError */
function delayIn(prefer: string): number | undefined {
  const [, text = ""] = /(?:^|[,;\s])delay\s*=\s*"?([^",;\s]*)/i.exec(prefer) ?? [];
  if (text === "") return undefined;
  if (/^\d+$/.test(text) && Number(text) <= MAX_DELAY) return Number(text);
  throw problem(422, "Invalid request", `delay=${text} is not a number of milliseconds from 0 to ${MAX_DELAY}.`);
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}
