import { skipFor } from "#verify/model/test-case/need.js";
import type { CaseResult } from "#verify/model/test-case/outcome.js";
import { reasonOf } from "#verify/model/test-case/skipped.js";
import { isExploration } from "../exploration.js";
import type { PlannedCase, RunOptions } from "../plan/planned-case.js";
import { runCase, skippedResult } from "./run-case.js";
import type { RunContext } from "./run-context.js";

/**
 * Runs test cases: first those that only read, several at once; then those that write in isolation, several at once; then
 * the others one by one, because they change the lists that others read. Test cases that the budget does not allow yet run
 * after them. The exploration comes last, one test case after the other, so that a seed repeats it.
 *
 * @returns the results in the order of the test cases
 */
export async function runCases(
  run: RunContext,
  cases: readonly PlannedCase[],
  { parallel, signal, onResult }: RunOptions,
): Promise<CaseResult[]> {
  const results = new Map<PlannedCase, CaseResult>();
  let isStopped = false;
  const later: PlannedCase[] = [];
  const work = async (queue: PlannedCase[], isLast = false) => {
    for (let next = queue.shift(); next && !isStopped && !signal?.aborted; next = queue.shift()) {
      if (!isLast && !run.budget.admits(next)) {
        later.push(next);
        continue;
      }
      const result = await runCase(run, next, signal);
      results.set(next, result);
      isStopped ||= onResult?.(result) === "stop";
    }
  };
  const workTogether = (together: readonly PlannedCase[]) => {
    const queue = longestFirst(together);
    return Promise.all(Array.from({ length: parallel }, () => work(queue)));
  };
  run.gate.wire.parallel = parallel;
  const fixed = cases.filter((planned) => !isExploration(planned));
  await workTogether(fixed.filter(({ testCase }) => !testCase.writes));
  await workTogether(fixed.filter(({ testCase: { writes, isolated } }) => writes && isolated));
  await work(fixed.filter(({ testCase: { writes, isolated } }) => writes && !isolated));
  // By now, the test cases that come first have sent their requests.
  await work(later, true);
  const exploring = cases.filter(isExploration);
  await work(run.exploration?.inOrder(exploring) ?? exploring, true);
  const skip = signal?.aborted ? reasonOf(signal) : skipFor({ kind: "interrupted" });
  return cases.map((planned) => results.get(planned) ?? skippedResult(run, planned, skip));
}

/** The examples first, because they touch every operation; then long test cases. */
function longestFirst(cases: readonly PlannedCase[]): PlannedCase[] {
  const turnOf = ({ testCase: { suite, isLong } }: PlannedCase) => (suite === "examples" ? 0 : isLong ? 1 : 2);
  return cases.toSorted((one, other) => turnOf(one) - turnOf(other));
}
