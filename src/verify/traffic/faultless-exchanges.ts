import type { Operation } from "#openapi/operations/operation.js";
import type { Exchange } from "../model/request/exchange.js";

/** An exchange without findings, and its operation. */
interface Faultless {
  operation: Operation;
  exchange: Exchange;
}

/** How many characters of keys are kept. */
const MAX_LENGTH = 4_000_000;

/** Exchanges without findings, by keys that equal exchanges share: a client that polls repeats them. The latest ones are kept. */
export class FaultlessExchanges {
  readonly #byKey = new Map<string, Faultless>();
  #length = 0;

  get(key: string): Faultless | undefined {
    return this.#byKey.get(key);
  }

  add(key: string, faultless: Faultless): void {
    if (this.#byKey.has(key)) return;
    this.#byKey.set(key, faultless);
    this.#length += key.length;
    for (const [oldest] of this.#byKey) {
      if (this.#length <= MAX_LENGTH) return;
      this.#byKey.delete(oldest);
      this.#length -= oldest.length;
    }
  }
}
