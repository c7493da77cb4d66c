import type { Shard } from "#verify/model/target/limits.js";
import type { PlannedCase } from "./planned-case.js";

/** The test cases that run. */
export interface Selection {
  /** Texts; a test case is selected by its name, suite or operation, or by a requirement that it covers. Empty: all. */
  only: readonly string[];
  /** A part of the selected test cases; undefined for all of them. */
  shard: Shard | undefined;
}

/** Selects test cases. A shard takes every n-th one, so that all shards take about the same time. */
export function selectCases(cases: readonly PlannedCase[], { only, shard }: Selection): PlannedCase[] {
  const selected = cases.filter(({ covers, testCase: { name, suite, operation } }) => {
    if (only.length === 0) return true;
    return only.some((text) => name.includes(text) || suite === text || operation.id === text || covers.includes(text));
  });
  return shard ? selected.filter((_, index) => index % shard.count === shard.index - 1) : selected;
}
