import { type Coverage, coveragePercent } from "../model/coverage.js";
import { groupBy } from "../model/group-by.js";
import { isAccessDenied, isSuccess } from "../model/request/exchange.js";
import { isSkippedFor, skipText } from "../model/test-case/need.js";
import { type CaseResult, countOutcomes, skippedOf } from "../model/test-case/outcome.js";
import { distinctWarnings } from "./distinct-findings.js";
import { ended } from "./wording.js";

/** How many test cases ended in which way, and how many different warnings there are. */
export interface Counts {
  cases: number;
  passed: number;
  failed: number;
  skipped: number;
  errors: number;
  warnings: number;
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
 * The verdict on a target by the results of its test cases. A target that sends no response at all was not tested; one
 * that responds in some places and hangs in others fails there. A run in which every test case was skipped, or in which
 * the key opened nothing, proves nothing.
 *
 * @param keyVariable the variable that holds the key, for messages
 */
export function verdictOf(
  results: readonly CaseResult[],
  keyVariable: string,
  {
    requireAll = false,
    failOnWarning = false,
    coverageMin = 0,
    coverage,
  }: Standard & { coverage?: Coverage | undefined } = {},
): Verdict {
  const counts = countsOf(results);
  const reason = reasonForError(results, counts, keyVariable);
  if (reason !== undefined) return { verdict: "error", reason, counts };
  if (counts.failed + counts.errors > 0) return { verdict: "failed", reason: undefined, counts };
  if (failOnWarning && counts.warnings > 0)
    return { verdict: "failed", reason: "warnings are failures (--fail-on warning)", counts };
  if (requireAll && skippedOf(results).some((skip) => !isSkippedFor(skip, "excluded")))
    return { verdict: "incomplete", reason: "every test case was required (--require-all)", counts };
  const percent = coverage ? coveragePercent(coverage) : 100;
  if (percent < coverageMin) {
    const reason = `${percent} % of the document was exercised, and ${coverageMin} % is required (--coverage-min)`;
    return { verdict: "incomplete", reason, counts };
  }
  return { verdict: "passed", reason: undefined, counts };
}

function countsOf(results: readonly CaseResult[]): Counts {
  const { error, ...counts } = countOutcomes(results);
  return { cases: results.length, ...counts, errors: error, warnings: distinctWarnings(results).length };
}

/** Why a run proves nothing; undefined if it proves something. */
function reasonForError(results: readonly CaseResult[], counts: Counts, keyVariable: string): string | undefined {
  if (results.length === 0) return "There is no test case: the document has none, or none was selected.";
  const skipped = skippedOf(results);
  const errors = results.flatMap(({ outcome }) => (outcome.verdict === "error" ? [outcome] : []));
  const late = skipped.filter((skip) => isSkippedFor(skip, "time"));
  const interrupted = skipped.filter((skip) => isSkippedFor(skip, "interrupted"));
  if (late.length > 0 && counts.failed === 0) {
    const operations = [...new Set(late.map(({ operation }) => operation))].join(", ");
    return `The run reached its time limit after ${results.length - late.length} of ${results.length} test cases. Not completed: ${operations}. Give it more time: --max-time SECONDS`;
  }
  // A fault that was found before an interrupt stays found.
  if (interrupted.length > 0 && counts.failed === 0) {
    return `The run was interrupted after ${results.length - interrupted.length} of ${results.length} test cases.`;
  }
  const responses = results.flatMap(({ outcome }) => outcome.statuses.map((status) => ({ status })));
  const silent = errors.find(({ stack }) => stack === undefined);
  if (responses.length === 0 && silent) return `The target did not respond. ${ended(silent.reason)}`;
  const [defect] = errors.filter(({ stack }) => stack !== undefined);
  if (defect && counts.failed === 0 && errors.every(({ stack }) => stack !== undefined)) {
    return `A test case ended with an unexpected error. ${ended(defect.reason)}`;
  }
  if (isKeyRejected(results)) return `The key was rejected every time. Check ${keyVariable}.`;
  const limited = rateLimitedOperation(results);
  if (limited !== undefined && counts.failed + counts.errors === 0) {
    return `${limited} never succeeded: it responded with 429 although the run waited for Retry-After. Lower the rate (--rate), or ask for a higher limit.`;
  }
  const [first] = skipped;
  if (!first || counts.passed + counts.failed + counts.errors > 0) return undefined;
  return `Every test case was skipped. The first reason: ${ended(skipText(first))}`;
}

/** A key that opens nothing is rejected exactly as an invalid key should be, so rejections prove nothing then. */
function isKeyRejected(results: readonly CaseResult[]): boolean {
  const statuses = (of: readonly CaseResult[]) => of.flatMap(({ outcome }) => outcome.statuses);
  const examples = statuses(results.filter(({ suite }) => suite === "examples"));
  const isRejected = examples.length > 0 && examples.every((status) => isAccessDenied({ status }));
  return isRejected && !statuses(results).some((status) => isSuccess({ status }));
}

/** An operation that responded with 429 and never with success. */
function rateLimitedOperation(results: readonly CaseResult[]): string | undefined {
  return [...groupBy(results, ({ operation }) => operation)].find(([, own]) => {
    const statuses = own.flatMap(({ outcome }) => outcome.statuses);
    return statuses.includes(429) && !statuses.some((status) => isSuccess({ status }));
  })?.[0];
}
