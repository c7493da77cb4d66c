import { expect, test } from "vitest";
import { alphabetOf } from "#openapi/patterns/alphabets.js";
import { SeededRandomness } from "#values/random/randomness.js";

/** Draws nothing but digits, as one of two thousand texts of six characters does. */
class Digits extends SeededRandomness {
  #count = 0;
  override random(): number {
    this.#count += 1;
    // The seventh number is that of the letter.
    return this.#count % 7 === 0 ? 0 : 0.99;
  }
}

test.each(["usual", "capitals and digits"] as const)("a unique text has a letter of its alphabet: %s", (alphabet) => {
  const text = new Digits(1).unique(6, alphabet);
  expect(text).toMatch(/^[a-z]9{5}$/i);
  expect(alphabetOf(text)).toBe(alphabet);
});

test("a text with a letter stays as it is drawn, and so does a short one", () => {
  expect(new SeededRandomness(1).unique(6)).toMatch(/[a-z]/);
  expect(new Digits(1).unique(3)).toBe("999");
});
