import { SeededRandomness } from "../../values/randomness.js";
import type { ValueGenerator } from "../model/case-context.js";

/** The length of a text that cannot occur by chance. */
const CERTAIN = 6;

/** Generates values that are the same in every run with one seed, and remembers the unique ones. */
export class GeneratedValues extends SeededRandomness implements ValueGenerator {
  readonly #unique = new Set<string>();

  override unique(length?: number): string {
    return this.#record(super.unique(length));
  }

  override uuid(): string {
    return this.#record(super.uuid());
  }

  isGenerated(text: string): boolean {
    return [...this.#unique].some((each) => text.includes(each));
  }

  #record(value: string): string {
    // Other texts contain shorter ones by chance.
    if (value.length >= CERTAIN) this.#unique.add(value);
    return value;
  }
}
