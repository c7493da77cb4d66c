import type { Operation } from "#openapi/operations/operation.js";
import type { Exchange } from "../model/request/exchange.js";

/** An exchange without findings, and its operation. */
interface Faultless {
  operation: Operation;
  exchange: Exchange;
}

/** How many characters of keys are kept. */
const MAX_LENGTH = 4_000_000;

/** How many exchanges may lie between the first one and its repetition: most traffic repeats nothing, and is not kept. */
const LATEST = 50;

/** Exchanges without findings that were repeated, by keys that equal exchanges share: a client that polls repeats them. */
export class FaultlessExchanges {
  readonly #byKey = new Map<string, Faultless>();
  readonly #latest = new Set<string>();
  #length = 0;

  get(key: string): Faultless | undefined {
    return this.#byKey.get(key);
  }

  /** Keeps an exchange at its second time, and forgets the oldest ones if there are too many. */
  add(key: string, faultless: Faultless): void {
    if (this.#byKey.has(key)) return;
    if (!this.#latest.delete(key)) {
      this.#latest.add(key);
      for (const oldest of this.#latest) {
        if (this.#latest.size <= LATEST) return;
        this.#latest.delete(oldest);
      }
      return;
    }
    this.#byKey.set(key, faultless);
    this.#length += key.length;
    for (const [oldest] of this.#byKey) {
      if (this.#length <= MAX_LENGTH) return;
      this.#byKey.delete(oldest);
      this.#length -= oldest.length;
    }
  }
}
