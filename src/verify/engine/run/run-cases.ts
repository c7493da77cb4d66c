import { isSafe } from "#openapi/operations/methods.js";
import { pathKey, resourcePaths } from "#statements/resources/path-parameters.js";
import { skipFor } from "#verify/model/test-case/need.js";
import type { CaseResult } from "#verify/model/test-case/outcome.js";
import { reasonOf } from "#verify/model/test-case/skipped.js";
import { Concurrency } from "#verify/transport/concurrency.js";
import { isExploration } from "../exploration.js";
import type { PlannedCase, RunOptions } from "../plan/planned-case.js";
import { runCase, skippedResult } from "./run-case.js";
import type { RunContext } from "./run-context.js";

/**
 * Runs test cases in an order. Those that only read come first, several at once. The examples that write follow, one by one.
 * Then come those that write in isolation, several at once. The others follow one by one, because they change the lists that
 * others read. Beside them, those that run apart go one by one, too. Test cases that the budget does not allow yet, or whose
 * operation the target limits for long, run later. Those that lacked a value run once more. The exploration comes last, one
 * test case after the other, so that a seed repeats it.
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
      if (!isLast && (!run.budget.admits(next) || run.gate.wire.isLimited(next.testCase.operation.id))) {
        later.push(next);
        continue;
      }
      const result = await runCase(run, next, { signal });
      results.set(next, result);
      if (!isLast && isPutOff(run, next, result)) {
        later.push(next);
        continue;
      }
      isStopped ||= onResult?.(result) === "stop";
    }
  };
  const concurrency = new Concurrency(parallel);
  run.gate.wire.concurrency = concurrency;
  const workTogether = async (together: readonly PlannedCase[]) => {
    const queue = longestFirst(together);
    const workers: Promise<void>[] = [];
    const fill = () => {
      while (workers.length < Math.min(concurrency.limit, together.length)) workers.push(work(queue));
    };
    concurrency.onGrown = fill;
    fill();
    for (let count = 0; count < workers.length; ) {
      count = workers.length;
      await Promise.all(workers);
    }
  };
  run.gate.wire.putsOff = true;
  const fixed = cases.filter((planned) => !isExploration(planned));
  await workTogether(fixed.filter(({ testCase }) => !testCase.writes));
  const writing = fixed.filter(({ testCase }) => testCase.writes);
  const isFirst = ({ testCase: { suite, isolated } }: PlannedCase) => suite === "examples" && !isolated;
  // The requests that they find to be accepted are the base of the others.
  await work(writing.filter(isFirst));
  await workTogether(writing.filter(({ testCase }) => testCase.isolated));
  const last = writing.filter((planned) => !planned.testCase.isolated && !isFirst(planned));
  const runsApart = ({ testCase }: PlannedCase) => testCase.apart === true;
  await Promise.all([work(last.filter(runsApart)), work(last.filter((planned) => !runsApart(planned)))]);
  run.gate.wire.putsOff = false;
  // By now, the test cases that come first have sent their requests.
  await work(later, true);
  // Other responses may have shown the values that some lacked.
  for (const planned of fixed) {
    if (isStopped || signal?.aborted) break;
    if (!isWorthSecondRun(run, planned, results.get(planned))) continue;
    const result = await runCase(run, planned, { signal, isSecondRun: true });
    results.set(planned, result);
    isStopped ||= onResult?.(result) === "stop";
  }
  const exploring = cases.filter(isExploration);
  await work(run.exploration?.inOrder(exploring) ?? exploring, true);
  const skip = signal?.aborted ? reasonOf(signal) : skipFor({ kind: "interrupted" });
  return cases.map((planned) => results.get(planned) ?? skippedResult(run, planned, skip));
}

/** Whether a test case ended early because the target limits its operation for long. It runs once more at the end. */
function isPutOff({ gate }: RunContext, { testCase }: PlannedCase, { outcome }: CaseResult): boolean {
  return outcome.verdict === "skipped" && outcome.statuses.at(-1) === 429 && gate.wire.isLimited(testCase.operation.id);
}

/**
 * Whether a test case that reads was skipped for a missing value of its path, and one exists now. It may have read an empty
 * list for it.
 */
function isWorthSecondRun({ shown, budget, target }: RunContext, planned: PlannedCase, result: CaseResult | undefined) {
  const { operation } = planned.testCase;
  if (result?.outcome.verdict !== "skipped") return false;
  const lacksValue = result.outcome.needs.some(({ kind }) => kind === "value");
  const path = resourcePaths(operation.path).at(-1);
  const isShown = path !== undefined && shown.pathsOf(pathKey(path)).length > 0;
  return isSafe(operation) && lacksValue && isShown && target.keepsState && budget.admits(planned);
}

/**
 * The examples come first, because they touch every operation. Among them, those without path parameters do: their responses
 * show values for the others. Long test cases follow.
 */
function longestFirst(cases: readonly PlannedCase[]): PlannedCase[] {
  const turnOf = ({ testCase: { suite, isLong, operation } }: PlannedCase) => {
    if (suite === "examples") return operation.path.split("{").length - 1;
    return isLong ? 100 : 101;
  };
  return cases.toSorted((one, other) => turnOf(one) - turnOf(other));
}
