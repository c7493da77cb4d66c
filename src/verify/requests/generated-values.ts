import type { Json } from "#openapi/document/document.js";
import { isUuid } from "#openapi/schema/uuid.js";
import { SeededRandomness } from "#values/randomness.js";
import type { ValueGenerator } from "../model/test-case/request-context.js";
import { KnownTexts } from "./known-texts.js";

/** The characters of a generated text that certainly nothing has: 36 to the power of 10 is more than 51 bits. */
export const UNIQUE_LENGTH = 10;

/** Whether a value has a text that was generated in this run and that certainly nothing has. */
export function hasUniqueText(generator: ValueGenerator, value: unknown): boolean {
  return generator.generatedIn(String(value)).some(({ length }) => length >= UNIQUE_LENGTH);
}

/**
 * A copy of a value with other unique texts.
 *
 * @param unique those in place of which they are (default: those that this run generated)
 */
export function renewedValue<Value extends Json>(
  generator: ValueGenerator,
  value: Value,
  unique?: readonly string[],
): Value {
  return JSON.parse(generator.renewed(JSON.stringify(value), unique));
}

/** Generates values that are the same in every run with one seed, and remembers the unique ones. */
export class GeneratedValues extends SeededRandomness implements ValueGenerator {
  readonly #seed: number;
  readonly #unique: KnownTexts;

  /**
   * @param seed an unsigned 32-bit integer
   * @param unique the unique values that were generated before (default: none)
   */
  constructor(seed: number, unique = new KnownTexts()) {
    super(seed);
    this.#seed = seed;
    this.#unique = unique;
  }

  override unique(length?: number): string {
    return this.#record(super.unique(length));
  }

  override uuid(): string {
    return this.#record(super.uuid());
  }

  isGenerated(text: string): boolean {
    return this.generatedIn(text).length > 0;
  }

  generatedIn(text: string): string[] {
    return this.#unique.in(text);
  }

  renewed(text: string, unique: readonly string[] = this.generatedIn(text)): string {
    return unique.reduce((renewed, known) => {
      const replacement = isUuid(known) ? this.uuid() : this.unique(known.length);
      return renewed.replaceAll(known, replacement);
    }, text);
  }

  /** A generator with other values, the same for each name and seed. Both know the unique values of each other. */
  derived(name: string): GeneratedValues {
    return new GeneratedValues(hashOf(`${this.#seed} ${name}`), this.#unique);
  }

  #record(value: string): string {
    this.#unique.add(value);
    return value;
  }
}

/** A seed from a text (FNV-1a). */
function hashOf(text: string): number {
  return (
    [...text].reduce(
      (hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619),
      2_166_136_261,
    ) >>> 0
  );
}
