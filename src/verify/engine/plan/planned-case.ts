import type { Skip } from "#verify/model/test-case/need.js";
import type { TestCase } from "#verify/model/test-case/test-case.js";

/** A test case of a run, the requirements that it covers, and why it is skipped, if that is known before the run. */
export interface PlannedCase {
  testCase: TestCase;
  /** Ids of requirements. */
  covers: readonly string[];
  skip: Skip | undefined;
}
