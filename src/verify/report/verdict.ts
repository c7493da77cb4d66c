import { namesText } from "#cli/names-text.js";
import { type Coverage, coveragePercent, type OperationState } from "../model/coverage.js";
import { groupBy } from "../model/group-by.js";
import { isRedirect, isSuccess } from "../model/request/exchange.js";
import { isSkippedFor, skipText } from "../model/test-case/need.js";
import { type CaseResult, countOutcomes, isFailure, skippedOf } from "../model/test-case/outcome.js";
import { commonSkip, lackedValues } from "./additions.js";
import { type Circumstances, keyRejected, nothingTested } from "./nothing-tested.js";
import { counted, ended, formatNumber } from "./wording.js";

/** How many test cases ended in which way. */
export interface Counts {
  cases: number;
  passed: number;
  failed: number;
  skipped: number;
  errors: number;
  /** Test cases of which all failures are of known causes; left out without any. */
  known?: number;
}

/** The requirements on a run beyond the absence of failures. */
export interface Standard {
  /** Whether skipped test cases are a failure, except those that a setting excludes (default: false). */
  requireAll?: boolean;
  /** Whether warnings are failures (default: false). */
  failOnWarning?: boolean;
  /** The least share of the document that has to be exercised, in percent (default: 0). */
  coverageMin?: number | undefined;
}

/**
 * The verdict of a run, and its reason. `incomplete`: test cases were skipped, and all were required. `error`: the run
 * proves nothing.
 */
export interface Verdict {
  verdict: "passed" | "failed" | "incomplete" | "error";
  reason: string | undefined;
  counts: Counts;
}

/** The exit code of a command by its verdict. */
export const EXIT_CODES: Record<Verdict["verdict"], number> = { passed: 0, failed: 1, incomplete: 1, error: 2 };

/**
 * The verdict on a target by the results of its test cases. A target that sends no response at all was not tested. One that
 * responds in some places and hangs in others fails there. A run in which every test case was skipped, or no operation
 * succeeded, proves nothing.
 *
 * @param circumstances explain why no operation succeeded; undefined where they are not known
 */
export function verdictOf(
  results: readonly CaseResult[],
  circumstances: Circumstances | undefined,
  { requireAll = false, failOnWarning = false, coverageMin = 0, coverage, isReplay = false }: Standard & Facts = {},
): Verdict {
  const counts = countsOf(results);
  const reason =
    reasonForError(results, counts) ??
    (isReplay && counts.failed > 0
      ? undefined
      : (reasonWithoutSuccess(results, circumstances, coverage) ?? keyRejected(circumstances))) ??
    reasonForSkips(results, counts);
  if (reason !== undefined) return { verdict: "error", reason, counts };
  if (counts.failed + counts.errors > 0) return { verdict: "failed", reason: undefined, counts };
  if (failOnWarning && results.some(({ warnings }) => warnings.some(({ isKnown }) => !isKnown)))
    return { verdict: "failed", reason: "warnings are failures (--fail-on warning)", counts };
  if (requireAll && skippedOf(results).some((skip) => !isSkippedFor(skip, "excluded")))
    return { verdict: "incomplete", reason: "every test case was required (--require-all)", counts };
  const percent = coverage ? coveragePercent(coverage) : 100;
  if (percent < coverageMin) {
    const reason = `${percent} % of the document was exercised, and ${coverageMin} % is required (--coverage-min)`;
    return { verdict: "incomplete", reason, counts };
  }
  const unsent = skippedOf(results).filter((skip) => isSkippedFor(skip, "budget")).length;
  if (unsent > results.length * MOST_UNSENT)
    return { verdict: "incomplete", reason: limitReached(unsent, results), counts };
  const reasons = [
    unsent > 0 ? limitReached(unsent, results) : undefined,
    isReplay ? undefined : littleTested(results, coverage),
  ];
  return { verdict: "passed", reason: reasons.find((each) => each !== undefined), counts };
}

/** A run passes only if its limit of requests left out no larger share of its test cases. */
const MOST_UNSENT = 0.1;

function limitReached(unsent: number, results: readonly CaseResult[]): string {
  return `the run reached its limit of requests before ${formatNumber(unsent)} of ${counted(results.length, "test case")} (--budget N sets another one)`;
}

/**
 * How little a run tested that passed. Undefined if at least half of the operations succeeded, or no reason skipped half of
 * the test cases.
 */
function littleTested(results: readonly CaseResult[], coverage: Coverage | undefined): string | undefined {
  if (coverage === undefined) return undefined;
  const { operations } = coverage;
  const tested = operations.filter(({ state }) => state === "tested").length;
  const skip = commonSkip(results);
  const isFew = tested === 0 || (tested * 2 < operations.length && coverage.proof === undefined);
  const isSkipped = skip !== undefined && skip.count * 2 > results.length;
  if (!isFew && !isSkipped) return undefined;
  const few =
    tested === 0
      ? "no operation of this run succeeded, so only rejections were tested"
      : `only ${formatNumber(tested)} of ${counted(operations.length, "operation")} ${operations.length === 1 ? "was" : "were"} tested`;
  const skipped =
    skip &&
    `${formatNumber(skip.count)} of ${counted(results.length, "test case")} skipped for one reason: ${skip.text}`;
  return [...(isFew ? [few] : []), ...(isSkipped ? [skipped] : [])].join("; ");
}

/** The facts of a run beside the results of its test cases. */
interface Facts {
  /** Undefined for recorded traffic. */
  coverage?: Coverage | undefined;
  /** Whether the run repeated the failures of an earlier one, which may be all that it sends (default: false). */
  isReplay?: boolean;
}

function countsOf(results: readonly CaseResult[]): Counts {
  const { error, known, ...counts } = countOutcomes(results);
  return { cases: results.length, ...counts, ...(known > 0 ? { known } : {}), errors: error };
}

/** Why a run that was not completed proves nothing; undefined if it was completed. */
function reasonForError(results: readonly CaseResult[], counts: Counts): string | undefined {
  if (results.length === 0) return "There is no test case: the document has none, or none was selected.";
  const skipped = skippedOf(results);
  const errors = results.flatMap(({ outcome }) => (outcome.verdict === "error" ? [outcome] : []));
  const late = skipped.filter((skip) => isSkippedFor(skip, "time"));
  const interrupted = skipped.filter((skip) => isSkippedFor(skip, "interrupted"));
  if (late.length > 0 && counts.failed === 0) {
    const operations = namesText([...new Set(late.map(({ operation }) => operation))]);
    return `The run reached its time limit after ${results.length - late.length} of ${results.length} test cases. Not completed: ${operations}. Give it more time: --max-time SECONDS`;
  }
  // A fault that was found before an interrupt stays found.
  if (interrupted.length > 0 && counts.failed === 0) {
    return `The run was interrupted after ${results.length - interrupted.length} of ${results.length} test cases.`;
  }
  const responses = results.flatMap(({ outcome }) => outcome.statuses.map((status) => ({ status })));
  const silent = errors.find(({ stack }) => stack === undefined);
  if (responses.length === 0 && silent) return `The target did not respond. ${ended(silent.reason)}`;
  const [defect] = errors.filter((error) => error.stack !== undefined && isFailure(error));
  if (defect && counts.failed === 0 && errors.every(({ stack }) => stack !== undefined)) {
    return `A test case ended with an unexpected error. ${ended(defect.reason)}`;
  }
  const limited = rateLimitedOperation(results);
  if (limited !== undefined && counts.failed + counts.errors === 0) {
    return `${limited} never succeeded: it responded with 429. Lower the rate (--rate), or ask for a higher limit.`;
  }
  return undefined;
}

/** Why a run proves nothing in which no operation succeeded as documented; undefined if one did. */
export function reasonWithoutSuccess(
  results: readonly CaseResult[],
  circumstances: Circumstances | undefined,
  coverage: Coverage | undefined,
): string | undefined {
  const operations = coverage?.operations ?? operationsIn(results);
  const hasSuccess = operations.some(({ state }) => state === "tested") || coverage?.proof !== undefined;
  if (hasSuccess) return undefined;
  if (operations.every(({ state }) => state === "not reached")) return reasonWithoutRequest(results, coverage);
  // A response that succeeded, and contradicts the document, is a failure of the server.
  const isContradiction = operations.some(({ statuses }) => statuses.some((status) => isSuccess({ status })));
  if (isContradiction && results.some(({ outcome }) => outcome.verdict === "failed")) return undefined;
  return nothingTested(operations, circumstances, lackedValues(results));
}

/**
 * Why a run proves nothing that sent no request of an operation. Undefined if no test case ran, which then says why.
 */
function reasonWithoutRequest(results: readonly CaseResult[], coverage: Coverage | undefined): string | undefined {
  const skip = commonSkip(results);
  if (coverage === undefined || skip === undefined || skip.count === 0) return undefined;
  if (results.every(({ outcome }) => outcome.verdict === "skipped")) return undefined;
  return `Nothing could be tested: no operation was called as the document describes it. The reason of most skipped test cases: ${ended(skip.text)}`;
}

/** The states of operations, as far as the results show them. */
function operationsIn(results: readonly CaseResult[]): OperationState[] {
  return [...groupBy(results, ({ operation }) => operation)].map(([operation, own]) => {
    const statuses = [...new Set(own.flatMap(({ outcome }) => outcome.statuses))];
    const isTested = own.some(({ outcome }) =>
      outcome.statuses.some((status) => {
        return isSuccess({ status }) || (outcome.verdict === "passed" && isRedirect({ status }));
      }),
    );
    return { operation, statuses, state: isTested ? "tested" : statuses.length > 0 ? "unsuccessful" : "not reached" };
  });
}

/** Why a run proves nothing in which every test case was skipped; undefined if one was not. */
function reasonForSkips(results: readonly CaseResult[], counts: Counts): string | undefined {
  const [first] = skippedOf(results);
  if (!first || counts.skipped < counts.cases) return undefined;
  return `Every test case was skipped. The first reason: ${ended(skipText(first))}`;
}

/** An operation that responded with 429 and never with success. */
function rateLimitedOperation(results: readonly CaseResult[]): string | undefined {
  return [...groupBy(results, ({ operation }) => operation)].find(([, own]) => {
    const statuses = own.flatMap(({ outcome }) => outcome.statuses);
    return statuses.includes(429) && !statuses.some((status) => isSuccess({ status }));
  })?.[0];
}
