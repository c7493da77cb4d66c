import type { Skip } from "#verify/model/test-case/need.js";
import type { CaseResult } from "#verify/model/test-case/outcome.js";
import type { TestCase } from "#verify/model/test-case/test-case.js";

/**
 * A test case of a run, and the requirements that it covers. It has the reason for which it is skipped, if that is known
 * before the run.
 */
export interface PlannedCase {
  testCase: TestCase;
  /** Ids of requirements. */
  covers: readonly string[];
  skip: Skip | undefined;
}

/** How test cases run. */
export interface RunOptions {
  /** How many test cases run at once, and how many requests are sent at once (default: `PARALLEL`). */
  parallel?: number | undefined;
  /** Interrupts the run: no test case begins, and running ones clean up. */
  signal?: AbortSignal | undefined;
  /** Called with each result. Returning `stop` skips the rest as interrupted. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most callers return nothing
  onResult?: (result: CaseResult) => "stop" | void;
}
