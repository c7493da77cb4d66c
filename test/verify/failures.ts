import { type CaseResult, findingsOf } from "#verify/model/test-case/outcome.js";

/** The failures of test cases, one line each: every finding, and every missing response. */
export function failuresOf(results: readonly CaseResult[]): string[] {
  return results.flatMap(({ name, outcome }) => [
    ...findingsOf(outcome).map(({ message, received }) => `${name}: ${message}, received ${received}`),
    ...(outcome.verdict === "error" ? [`${name}: ${outcome.stack ?? outcome.reason}`] : []),
  ]);
}
