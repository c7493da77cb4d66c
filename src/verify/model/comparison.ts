import type { Cause } from "./cause.js";
import type { Coverage } from "./coverage.js";

/** A run compared with another one of the same API: that of the main branch, for example. */
export interface Comparison {
  /** The other run. */
  base: { contract: { title: string; version: string }; target: string; date: string };
  /** The causes that the base does not have. */
  new: ComparedCause[];
  /** The causes of the base that are gone. */
  fixed: ComparedCause[];
  remaining: ComparedCause[];
  /** The causes of the base of which this run says nothing, because it did not have their test cases. */
  notTested: ComparedCause[];
  /** Left out if one of the runs has no coverage, or not all test cases. */
  coverage?: ComparedCoverage;
}

/** A cause as a comparison names it. */
export interface ComparedCause extends Pick<Cause, "id" | "severity" | "title" | "operations"> {
  /** Of a cause that remains, the test cases that did not show it in the base; left out without any. */
  newCases?: readonly string[];
}

/** The coverage of two runs, in percent, and the parts of the document that only one of them exercised. */
export interface ComparedCoverage {
  before: number;
  now: number;
  gained: CoveredPart[];
  lost: CoveredPart[];
}

/** Parts of an operation of one kind. */
export type CoveredPart = Pick<Coverage["missing"][number], "operation" | "kind" | "names">;
