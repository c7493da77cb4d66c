import type { ValueGenerator } from "../model/test-case/case-context.js";

/** The characters of a generated text that certainly nothing has: 36 to the power of 10 is more than 51 bits. */
export const UNIQUE_LENGTH = 10;

/** Whether a value has a text that was generated in this run and that certainly nothing has. */
export function hasUniqueText(generator: ValueGenerator, value: unknown): boolean {
  return generator.generatedIn(String(value)).some(({ length }) => length >= UNIQUE_LENGTH);
}
