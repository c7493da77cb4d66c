import type { CaseResult } from "../model/test-case/outcome.js";

/** How much of a run was exploration. */
export interface ExplorationSummary {
  requests: number;
  /** How many test cases of the exploration sent a request. */
  cases: number;
}

/** The exploration of a run; undefined if it did not explore. */
export function explorationOf(cases: readonly CaseResult[]): ExplorationSummary | undefined {
  const own = cases.filter(({ suite }) => suite === "exploration");
  if (own.length === 0) return undefined;
  const counts = own.map(({ outcome: { statuses } }) => statuses.length);
  return { requests: counts.reduce((sum, each) => sum + each, 0), cases: counts.filter((each) => each > 0).length };
}
