import type { JsonObject } from "#openapi/document/document.js";
import { derived } from "./derived.js";
import { type Part, TooManySteps, Unsatisfiable } from "./parts.js";

/** How often a schema may apply within its own value. */
const NESTED = 2;
/** Steps after which an attempt ends, and after which everything optional is left out. */
const MAX_STEPS = 50_000;
const LARGE_STEPS = 500;
const LARGE_DEPTH = 12;

/** The limits of one attempt at a value: of its steps, and of schemas within their own values. */
export class AttemptLimits {
  #steps = 0;
  readonly #open = new Map<object, number>();

  /** Whether the value is so large, or so deep at a place, that what is optional is left out. */
  isLarge(at: string): boolean {
    return this.#steps > LARGE_STEPS || isDeep(at);
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
  within<Value>(all: readonly Part[], make: () => Value): Value {
    const parts = nestingParts(all);
    if (parts.length === 0) return make();
    for (const { schema, pointer } of parts) {
      if ((this.#open.get(schema) ?? 0) < NESTED) continue;
      throw new Unsatisfiable(pointer, "the schema requires a value of itself in each value");
    }
    for (const { schema } of parts) this.#open.set(schema, (this.#open.get(schema) ?? 0) + 1);
    try {
      return make();
    } finally {
      for (const { schema } of parts) this.#open.set(schema, (this.#open.get(schema) ?? 1) - 1);
    }
  }
}

/** The parts that can apply within their own values: those that have schemas. */
const nestingParts = derived((parts): readonly Part[] => parts.filter(({ schema }) => hasSchemas(schema)));

/** Keywords whose lists and objects are data, which have no schemas. */
const DATA = new Set(["type", "enum", "const", "examples", "example", "default", "required"]);

function hasSchemas(schema: JsonObject): boolean {
  return Object.entries(schema).some(
    ([keyword, value]) =>
      typeof value === "object" && value !== null && !DATA.has(keyword) && !keyword.startsWith("x-"),
  );
}

function isDeep(at: string): boolean {
  let depth = 1;
  for (let start = at.indexOf("/"); start >= 0; start = at.indexOf("/", start + 1)) depth += 1;
  return depth > LARGE_DEPTH;
}
