import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { pathKey, resourcePaths } from "#statements/resources/path-parameters.js";
import { isSkippedFor, skipFor } from "#verify/model/test-case/need.js";
import type { CaseResult } from "#verify/model/test-case/outcome.js";
import { reasonOf } from "#verify/model/test-case/skipped.js";
import { mayPopulate, POPULATION } from "#verify/resources/created/populated-list.js";
import { Concurrency } from "#verify/transport/concurrency.js";
import { isExploration } from "../exploration.js";
import type { PlannedCase, RunOptions } from "../plan/planned-case.js";
import { runCase, skippedResult } from "./run-case.js";
import type { RunContext } from "./run-context.js";

/**
 * Runs test cases in an order. Those that only read come first, several at once. The examples that write follow, one by one.
 * Then come those that write in isolation, several at once. The others follow one by one, because they change the lists that
 * others read. Beside them, those that run apart go one by one, too. Test cases that the budget does not allow yet, or whose
 * operation the target limits for long, run later. Those that lacked a value run once more, and those that use the rest of
 * the budget follow. The exploration comes last, one test case after the other, so that a seed repeats it.
 *
 * @returns the results in the order of the test cases
 */
export async function runCases(
  run: RunContext,
  cases: readonly PlannedCase[],
  options: RunOptions,
): Promise<CaseResult[]> {
  const runner = new CaseRunner(run, options);
  const turnOf = ({ testCase }: PlannedCase) => testCase.turnOfRest ?? 0;
  const fixed = cases.filter((planned) => !isExploration(planned) && turnOf(planned) === 0);
  run.gate.wire.putsOff = true;
  await runner.workTogether(fixed.filter(({ testCase }) => !testCase.writes));
  const writing = fixed.filter(({ testCase }) => testCase.writes);
  const isFirst = ({ testCase: { suite, isolated } }: PlannedCase) => suite === "examples" && !isolated;
  // The requests that they find to be accepted are the base of the others.
  await runner.work(writing.filter(isFirst));
  await runner.workTogether(writing.filter(({ testCase }) => testCase.isolated));
  const last = writing.filter((planned) => !planned.testCase.isolated && !isFirst(planned));
  const runsApart = ({ testCase }: PlannedCase) => testCase.apart === true;
  await Promise.all([runner.work(last.filter(runsApart)), runner.work(last.filter((planned) => !runsApart(planned)))]);
  run.gate.wire.putsOff = false;
  // By now, the test cases that come first have sent their requests.
  await runner.workPutOff();
  // Other responses may have shown the values that some lacked.
  await runner.workAgain(fixed);
  const ofRest = cases.filter((planned) => turnOf(planned) > 0);
  await runner.work(
    ofRest.toSorted((one, other) => turnOf(one) - turnOf(other)),
    true,
  );
  const exploring = cases.filter(isExploration);
  await runner.work(run.exploration?.inOrder(exploring) ?? exploring, true);
  return runner.resultsOf(cases);
}

/** Runs test cases, and keeps their results and those that it puts off. */
class CaseRunner {
  readonly #run: RunContext;
  readonly #options: RunOptions;
  readonly #concurrency: Concurrency;
  readonly #results = new Map<PlannedCase, CaseResult>();
  readonly #later: PlannedCase[] = [];
  #isStopped = false;

  constructor(run: RunContext, options: RunOptions) {
    this.#run = run;
    this.#options = options;
    this.#concurrency = new Concurrency(options.parallel);
    run.gate.wire.concurrency = this.#concurrency;
  }

  get #isOver(): boolean {
    return this.#isStopped || this.#options.signal?.aborted === true;
  }

  /** Runs the test cases of a queue one by one, and takes them from it. @param isLast whether none is put off */
  async work(queue: PlannedCase[], isLast = false): Promise<void> {
    const { budget, gate } = this.#run;
    for (let next = queue.shift(); next && !this.#isOver; next = queue.shift()) {
      if (!isLast && (!budget.admits(next) || gate.wire.isLimited(next.testCase.operation.id))) {
        this.#later.push(next);
        continue;
      }
      const begun = this.#results.get(next);
      // Without a request to send, what it found the first time stands.
      if (begun && !budget.admits(next)) {
        this.#tell(begun);
        continue;
      }
      const result = await runCase(this.#run, next, { signal: this.#options.signal });
      this.#results.set(next, result);
      if (!isLast && isPutOff(this.#run, next, result)) this.#later.push(next);
      else this.#tell(result);
    }
  }

  /** Runs test cases, several at once. */
  async workTogether(together: readonly PlannedCase[]): Promise<void> {
    const queue = longestFirst(together);
    const workers: Promise<void>[] = [];
    const fill = () => {
      while (workers.length < Math.min(this.#concurrency.limit, together.length)) workers.push(this.work(queue));
    };
    this.#concurrency.onGrown = fill;
    fill();
    for (let count = 0; count < workers.length; ) {
      count = workers.length;
      await Promise.all(workers);
    }
  }

  /** Runs those that were put off. */
  workPutOff(): Promise<void> {
    return this.work(this.#later, true);
  }

  /** Runs those once more that lacked a value, and may have one now. */
  async workAgain(cases: readonly PlannedCase[]): Promise<void> {
    for (const planned of cases) {
      if (this.#isOver) break;
      if (!isWorthSecondRun(this.#run, planned, this.#results.get(planned))) continue;
      const result = await runCase(this.#run, planned, { signal: this.#options.signal, isSecondRun: true });
      this.#results.set(planned, result);
      this.#tell(result);
    }
  }

  /** The results of test cases, also of those that did not run. */
  resultsOf(cases: readonly PlannedCase[]): CaseResult[] {
    const { signal } = this.#options;
    const skip = signal?.aborted ? reasonOf(signal) : skipFor({ kind: "interrupted" });
    return cases.map((planned) => this.#results.get(planned) ?? skippedResult(this.#run, planned, skip));
  }

  #tell(result: CaseResult): void {
    this.#isStopped ||= this.#options.onResult?.(result) === "stop";
  }
}

/** Whether a test case ended early, because the target limits its operation for long, or requests are reserved for others. */
function isPutOff({ gate }: RunContext, { testCase }: PlannedCase, { outcome }: CaseResult): boolean {
  if (outcome.verdict !== "skipped") return false;
  if (isSkippedFor(outcome, "budget")) return true;
  return outcome.statuses.at(-1) === 429 && gate.wire.isLimited(testCase.operation.id);
}

/**
 * Whether a test case that reads may find now what it lacked. Others may have shown a value of its path since. The run may
 * create the items of a list.
 */
function isWorthSecondRun(run: RunContext, planned: PlannedCase, result: CaseResult | undefined): boolean {
  const { operation } = planned.testCase;
  const { budget, target } = run;
  if (result?.outcome.verdict !== "skipped" || !isSafe(operation)) return false;
  if (!target.keepsState || !budget.admits(planned)) return false;
  return result.outcome.needs.some((need) => {
    if (need.kind === "value") return isShown(run, operation);
    return (
      need.kind === "items" &&
      target.writes !== "none" &&
      need.wanted <= POPULATION &&
      mayPopulate(run.contract, operation)
    );
  });
}

/** Whether a response has shown values of the path of an operation. It may have read an empty list for them. */
function isShown({ shown }: RunContext, operation: Operation): boolean {
  const path = resourcePaths(operation.path).at(-1);
  return path !== undefined && shown.pathsOf(pathKey(path)).length > 0;
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
