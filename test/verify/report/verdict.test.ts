import { expect, test } from "vitest";
import type { Coverage, OperationState } from "#verify/model/coverage.js";
import type { CaseResult, Outcome } from "#verify/model/test-case/outcome.js";
import { EXIT_CODES, type Verdict, verdictOf } from "#verify/report/verdict.js";
import { failed, failedWithError, finding, PASSED, result, skipped, skippedFor } from "../reporters/sample.js";

const SENT = { keyVariable: "KEY", key: "sent" } as const;
const FAILED = failed(finding());
const NO_RESPONSE = failedWithError("GET /things: no response (reset)");
const DEFECT = failedWithError("x is not a function", "TypeError: x is not a function\n    at run");
const SKIPPED = skipped("the list is empty");
const UNSENT = skippedFor({ kind: "interrupted" });
const withStatuses = (outcome: Outcome, ...statuses: number[]): Outcome => ({ ...outcome, statuses });

const coverageOf = (...operations: OperationState[]): Coverage => ({ operations, kinds: [], missing: [] });
const resultsOf = (...outcomes: Outcome[]): CaseResult[] =>
  outcomes.map((outcome, index) => result(String(index), outcome));

interface Row {
  title: string;
  results: CaseResult[];
  requireAll?: boolean;
  coverage?: Coverage;
  verdict: Verdict["verdict"];
  reason?: string;
}

const ROWS: Row[] = [
  { title: "all test cases passed", results: resultsOf(PASSED, PASSED), verdict: "passed" },
  { title: "some were skipped", results: resultsOf(PASSED, SKIPPED), verdict: "passed" },
  {
    title: "some were skipped, and all were required",
    results: resultsOf(PASSED, SKIPPED),
    requireAll: true,
    verdict: "incomplete",
    reason: "every test case was required (--require-all)",
  },
  { title: "one failed", results: resultsOf(PASSED, FAILED, SKIPPED), verdict: "failed" },
  {
    title: "one failed, and all were required",
    results: resultsOf(FAILED, SKIPPED),
    requireAll: true,
    verdict: "failed",
  },
  {
    title: "a response was missing, and others were received",
    results: resultsOf(PASSED, NO_RESPONSE),
    verdict: "failed",
  },
  { title: "one failed, and another is defective", results: resultsOf(FAILED, DEFECT), verdict: "failed" },
  { title: "one failed before an interrupt", results: resultsOf(PASSED, FAILED, UNSENT), verdict: "failed" },
  {
    title: "the limit of requests left out a tenth of the test cases",
    results: resultsOf(...Array.from({ length: 9 }, () => PASSED), skippedFor({ kind: "budget", requests: 300 })),
    verdict: "passed",
    reason: "the run reached its limit of requests before 1 of 10 test cases (--budget N sets another one)",
  },
  {
    title: "the limit of requests left out more than a tenth of the test cases",
    results: resultsOf(...Array.from({ length: 8 }, () => PASSED), skippedFor({ kind: "budget", requests: 300 })),
    verdict: "incomplete",
    reason: "the run reached its limit of requests before 1 of 9 test cases (--budget N sets another one)",
  },
  {
    title: "there is no test case",
    results: [],
    verdict: "error",
    reason: "There is no test case: the document has none, or none was selected.",
  },
  {
    title: "the run was interrupted and nothing failed before",
    results: resultsOf(PASSED, PASSED, UNSENT),
    verdict: "error",
    reason: "The run was interrupted after 2 of 3 test cases.",
  },
  {
    title: "the run was interrupted, and all were required",
    results: resultsOf(PASSED, UNSENT),
    requireAll: true,
    verdict: "error",
    reason: "The run was interrupted after 1 of 2 test cases.",
  },
  {
    title: "no response was received",
    results: resultsOf(NO_RESPONSE, SKIPPED),
    verdict: "error",
    reason: "The target did not respond. GET /things: no response (reset).",
  },
  {
    title: "a test case is defective and nothing failed",
    results: resultsOf(PASSED, DEFECT),
    verdict: "error",
    reason: "A test case ended with an unexpected error. x is not a function.",
  },
  {
    title: "every operation responded with 401",
    results: resultsOf(withStatuses(FAILED, 401), withStatuses(PASSED, 401)),
    verdict: "error",
    reason: "Nothing could be tested: 1 of 1 operation responded with 401. The key was rejected: check KEY.",
  },
  {
    title: "the only success contradicts the document",
    results: resultsOf(withStatuses(FAILED, 201)),
    coverage: coverageOf({ operation: "a", state: "unsuccessful", statuses: [201] }),
    verdict: "failed",
  },
  {
    title: "an operation succeeded beside the selected test cases",
    results: resultsOf(withStatuses(PASSED, 401)),
    coverage: { ...coverageOf({ operation: "a", state: "unsuccessful", statuses: [401] }), proof: "b" },
    verdict: "passed",
    reason: "no operation of this run succeeded, so only rejections were tested",
  },
  {
    title: "a documented redirection is the only success",
    results: resultsOf(withStatuses(PASSED, 302)),
    verdict: "passed",
  },
  {
    title: "every example was rejected, but the key opens something else",
    results: [...resultsOf(withStatuses(FAILED, 401)), result("pages", withStatuses(PASSED, 200), { suite: "lists" })],
    verdict: "failed",
  },
  {
    title: "an operation responded with 429 and never succeeded",
    results: resultsOf(withStatuses(SKIPPED, 429), withStatuses(PASSED, 422)),
    verdict: "error",
    reason: "listThings never succeeded: it responded with 429. Lower the rate (--rate), or ask for a higher limit.",
  },
  {
    title: "an operation responded with 429 and succeeded elsewhere",
    results: resultsOf(withStatuses(SKIPPED, 429), PASSED),
    verdict: "passed",
  },
  {
    title: "every test case was skipped",
    results: resultsOf(SKIPPED, SKIPPED),
    verdict: "error",
    reason: "Every test case was skipped. The first reason: the list is empty.",
  },
];

test.each(ROWS)("the verdict is $verdict if $title", ({ results, requireAll, coverage, verdict, reason }) => {
  expect(verdictOf(results, SENT, { requireAll: requireAll === true, coverage })).toMatchObject({ verdict, reason });
});

test("the counts are those of the outcomes", () => {
  const { counts } = verdictOf(resultsOf(PASSED, PASSED, PASSED, FAILED, SKIPPED, NO_RESPONSE, DEFECT), SENT);
  expect(counts).toEqual({ cases: 7, passed: 3, failed: 1, skipped: 1, errors: 2 });
});

test("only a passed run exits with 0, and only a run that proves nothing with 2", () => {
  expect(EXIT_CODES).toEqual({ passed: 0, failed: 1, incomplete: 1, error: 2 });
});
