import { isSafe } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import type { PlanContext } from "../model/test-case/request-context.js";
import type { SuiteId, TestCase } from "../model/test-case/test-case.js";

/** Lists the test cases of one kind for an operation. */
export type Suite = (context: PlanContext, operation: Operation) => TestCase[];

/** The parts of a test case that differ within a suite. */
interface CaseFacts
  extends Pick<TestCase, "run">,
    Partial<
      Pick<
        TestCase,
        "covers" | "writes" | "isolated" | "apart" | "isLong" | "showsRemoval" | "turnOfRest" | "actor" | "skip"
      >
    > {
  /** The parameter that it concerns, if it concerns one. */
  parameter?: Parameter | undefined;
}

/** A test case of an operation. By default, it covers nothing, and writes if the operation is not safe. */
export function testCase(
  suite: SuiteId,
  operation: Operation,
  behavior: string,
  { parameter, ...facts }: CaseFacts,
): TestCase {
  const defaults = { covers: [], writes: !isSafe(operation), ...(parameter ? { parameter: parameter.name } : {}) };
  return { name: `${operation.id} › ${behavior}`, suite, operation, ...defaults, ...facts };
}
