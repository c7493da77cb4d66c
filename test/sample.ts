import { inject, test } from "vitest";
import { rowsAt } from "./rows-at.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Which rows of long tables a run tests. */
    extent: Extent;
  }
}

/**
 * How much a run tests. Every extent has each function of the code; they differ in the rows of long tables.
 *
 * - `few` (`npm test`): some rows of each table, without the files of `EXHAUSTIVE` and `LONG_OF_GATE` in `vitest.config.ts`, and without most
 *   nets of `GATE` there.
 * - `kinds` (`npm run test:all`, as CI): every file, and at least one row of each kind. A kind is a rule, a style, an option
 *   or a framework.
 * - `all` (`npm run test:release`): every row.
 * - `sixth` (files of `npm run test:gate`): every sixth row of `kinds`.
 *
 * `npm run test:gate` has the extents that `GATE` in `vitest.config.ts` names, and few rows of all other files.
 *
 * Tables about the data of others lose rows last: what a run must not change, and what it must not print.
 */
export type Extent = "few" | "sixth" | "kinds" | "all";

const extent = inject("extent");

/** Whether the run has all files, and each kind of row. Otherwise it is quick: `npm test`. */
export const exhaustive = extent !== "few";

/** Whether the run has every row: `npm run test:release`. */
export const isRelease = extent === "all";

/** How many rows of `test:all` stand for one of this run. */
export const THINNED = extent === "sixth" ? 6 : 1;

/**
 * The rows of a long table that a run tests: in a quick run one of each so many, and all for a release.
 *
 * @param ofKind `npm run test:all` tests one of so many rows of each kind (default: all)
 * @param kindOf the kind of a row (default: all rows are of one kind)
 */
export function sample<Row>(
  rows: readonly Row[],
  each: number,
  ofKind = 1,
  kindOf: (row: Row) => string = () => "",
): readonly Row[] {
  return rowsAt(sampleAround(rows, each, ofKind, kindOf), THINNED);
}

/** As `sample`, of rows that have rows of their own: those are thinned out, not these. */
export function sampleAround<Row>(
  rows: readonly Row[],
  each: number,
  ofKind = 1,
  kindOf: (row: Row) => string = () => "",
): readonly Row[] {
  if (extent === "few") return rowsAt(rows, each);
  return isRelease ? rows : rowsAt(rows, ofKind, kindOf);
}

/** A test of `npm run test:all` alone: it takes long, and others show a part of its claim. */
export const thorough = test.runIf(exhaustive);
