import { setTimeout } from "node:timers/promises";
import { SeededRandomness } from "../values/random/randomness.js";
import type { ConditionOptions } from "./condition-options.js";

/** The longest delay that a request can prefer, in milliseconds. */
const MAX_DELAY = 60_000;

/** Milliseconds in which the requests of a rate are counted. */
const WINDOW = 1000;

/** Seconds after which a client that was limited may try again. */
export const RETRY_AFTER = "1";

/** A request that is not served. Clients that wait and try again need `Retry-After` (RFC 6585, 4). */
export interface Rejection {
  status: 422 | 429 | 503;
  title: string;
  detail: string;
  headers: Record<string, string>;
}

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
    if (preferred !== undefined) {
      const milliseconds = delayOf(preferred);
      if (milliseconds === undefined) return unreadableDelay(preferred);
      onChoice(`delay ${preferred} ms (Prefer: delay=${preferred})`);
      await wait(milliseconds, signal);
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

/** The text of the delay that a request prefers; undefined if it prefers none. */
function preferredDelay(prefer: string): string | undefined {
  return /(?:^|[,;\s])delay\s*=\s*"?([^",;\s]+)/i.exec(prefer)?.[1];
}

/** Milliseconds; undefined for a text that is not a number of them, or too long. */
function delayOf(text: string): number | undefined {
  return /^\d+$/.test(text) && Number(text) <= MAX_DELAY ? Number(text) : undefined;
}

function unreadableDelay(text: string): Rejection {
  const detail = `delay=${text} is not a number of milliseconds from 0 to ${MAX_DELAY}.`;
  return { status: 422, title: "Invalid request", detail, headers: {} };
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}
