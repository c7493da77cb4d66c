import { type Part, TooManySteps, Unsatisfiable } from "./parts.js";

/** How often a schema may apply within its own value. */
const NESTED = 2;
/** Steps after which an attempt ends, and after which everything optional is left out. */
const MAX_STEPS = 50_000;
const LARGE_STEPS = 2000;
const LARGE_DEPTH = 12;

/** The limits of one attempt at a value: of its steps, and of schemas within their own values. */
export class AttemptLimits {
  #steps = 0;
  readonly #open = new Map<object, number>();

  /** Whether the value is so large, or so deep at a place, that what is optional is left out. */
  isLarge(at: string): boolean {
    return this.#steps > LARGE_STEPS || at.split("/").length > LARGE_DEPTH;
  }

  /** @throws TooManySteps at the end of the steps of an attempt */
  step(place: string): void {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) throw new TooManySteps(place, "the schema has too many combinations to try");
  }

  /**
   * Makes a value of some schemas.
   *
   * @throws Unsatisfiable if one of the schemas applies within its own value without an end
   */
  within<Value>(parts: readonly Part[], make: () => Value): Value {
    const endless = parts.find(({ schema }) => (this.#open.get(schema) ?? 0) >= NESTED);
    if (endless) throw new Unsatisfiable(endless.pointer, "the schema requires a value of itself in each value");
    for (const { schema } of parts) this.#open.set(schema, (this.#open.get(schema) ?? 0) + 1);
    try {
      return make();
    } finally {
      for (const { schema } of parts) this.#open.set(schema, (this.#open.get(schema) ?? 1) - 1);
    }
  }
}
