import { inject, test } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Whether the run has all tests: that of `npm run test:all`. */
    exhaustive: boolean;
  }
}

/** Whether the run has all tests. Otherwise it is quick: `npm test`. */
export const exhaustive = inject("exhaustive");

/** The rows of a long table that a run tests: all of them, or in a quick run the first of each so many. */
export function sample<Row>(rows: readonly Row[], each: number): readonly Row[] {
  return exhaustive ? rows : rows.filter((_, index) => index % each === 0);
}

/** A test of `npm run test:all` alone: it takes long, and others show a part of its claim. */
export const thorough = test.runIf(exhaustive);
