import { env } from "node:process";
import * as fc from "fast-check";
import { isRelease } from "./sample.js";

/**
 * Properties begin at the same values in each run of the gate, so that its verdict depends on the change alone. A release tries others
 * each time. `FC_SEED` repeats what a failure named.
 */
const START = 20_261;

if (env.FC_SEED !== undefined) fc.configureGlobal({ seed: Number(env.FC_SEED) });
else if (!isRelease) fc.configureGlobal({ seed: START });

/**
 * A text of any characters. `fc.string({ unit: "binary" })` is the same, but spends seconds on a table of all characters.
 *
 * @param maxLength in characters
 */
export const anyCharacters = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff })), { maxLength })
    .map((codes) => String.fromCodePoint(...codes));

export { fc };
