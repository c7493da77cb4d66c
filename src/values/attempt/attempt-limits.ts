import type { JsonObject } from "#openapi/document/document.js";
import { type Part, TooManySteps, Unsatisfiable } from "../rules/parts.js";
import type { ValuePlace } from "../rules/value-place.js";

/** How often a schema may apply within its own value. */
const NESTED = 2;
/** Steps after which an attempt ends, and after which everything optional is left out. */
const MAX_STEPS = 50_000;
const LARGE_STEPS = 500;
const LARGE_DEPTH = 12;

/** The limits of one attempt at a value: of its steps, and of schemas within their own values. */
export class AttemptLimits {
  #steps = 0;
  /** The schemas of the values around the one that is made. They are few. */
  readonly #open: JsonObject[] = [];

  /** Whether the value is so large, or so deep at a place, that what is optional is left out. */
  isLarge(at: ValuePlace): boolean {
    return this.#steps > LARGE_STEPS || at.depth >= LARGE_DEPTH;
  }

  /** @throws TooManySteps at the end of the steps of an attempt */
  step(place: string): void {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) throw new TooManySteps(place, "the schema has too many combinations to try");
  }

  /**
   * Makes a value of some schemas.
   *
   * @param parts those that have schemas themselves
   * @throws Unsatisfiable if one of the schemas applies within its own value without an end
   */
  within<Value>(parts: readonly Part[], make: () => Value): Value {
    if (parts.length === 0) return make();
    for (const { schema, pointer } of parts) {
      if (this.#timesOpen(schema) < NESTED) continue;
      throw new Unsatisfiable(pointer, "the schema requires a value of itself in each value");
    }
    const before = this.#open.length;
    for (const { schema } of parts) this.#open.push(schema);
    try {
      return make();
    } finally {
      this.#open.length = before;
    }
  }

  #timesOpen(schema: JsonObject): number {
    let times = 0;
    for (const open of this.#open) if (open === schema) times += 1;
    return times;
  }
}
