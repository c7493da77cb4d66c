import { inject, test } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Which rows of long tables a run tests. */
    extent: Extent;
  }
}

/** Few rows (`npm test`), those of the gate (`npm run test:all`), or every row (`npm run test:release`). */
type Extent = "few" | "gate" | "all";

const extent = inject("extent");

/** Whether the run has all tests, and all rows of most tables. Otherwise it is quick: `npm test`. */
export const exhaustive = extent !== "few";

/** Whether the run has every row: `npm run test:release`. */
export const isRelease = extent === "all";

/**
 * The rows of a long table that a run tests: the first of each so many in a quick run and in the gate, and all for a release.
 *
 * @param inGate of so many rows the gate tests the first (default: it tests all)
 */
export function sample<Row>(rows: readonly Row[], each: number, inGate = 1): readonly Row[] {
  const step = { few: each, gate: inGate, all: 1 }[extent];
  return rows.filter((_, index) => index % step === 0);
}

/** A test of `npm run test:all` alone: it takes long, and others show a part of its claim. */
export const thorough = test.runIf(exhaustive);
