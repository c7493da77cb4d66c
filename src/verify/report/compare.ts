import { UserError } from "#cli/user-error.js";
import type { Cause } from "../model/cause.js";
import type { ComparedCause, ComparedCoverage, Comparison, CoveredPart } from "../model/comparison.js";
import { type Coverage, coveragePercent } from "../model/coverage.js";
import { isTestedIn } from "./known/known-state.js";
import type { Report } from "./report.js";

/** @throws UserError if a report to compare with is of another API. @param title of the contract of the run */
export function requireSameApi({ contract }: Pick<Report, "contract">, title: string): void {
  if (contract.title === title) return;
  throw new UserError(
    `The report to compare with is of ${contract.title}, not of ${title}. Name a report of the same API: --compare FILE`,
  );
}

/**
 * Compares two runs. A cause is the same one if one run sees the id that the other one gives it. One that was a
 * warning and is a failure now is new.
 *
 * @throws UserError if the base is of another API
 */
export function compareReports(report: Report, base: Report): Comparison {
  requireSameApi(base, report.contract.title);
  const isTested = isTestedIn(report.cases, report.shard ? [] : report.complete);
  const wasKnown = (cause: Cause) =>
    base.causes.some(
      (before) => isSame(before, cause) && (before.severity === "failure" || cause.severity === "warning"),
    );
  const absent = base.causes.filter((cause) => !report.causes.some((other) => isSame(other, cause)));
  const isFixed = ({ operations: [operation = ""], example }: Cause) => isTested(operation, example.case);
  return {
    base: { contract: base.contract, target: base.target, date: base.date },
    new: report.causes.filter((cause) => !wasKnown(cause)).map(comparedCause),
    fixed: absent.filter(isFixed).map(comparedCause),
    remaining: report.causes.filter(wasKnown).map((cause) => ({ ...comparedCause(cause), ...newCasesOf(cause, base) })),
    notTested: absent.filter((cause) => !isFixed(cause)).map(comparedCause),
    ...(isWhole(report) && isWhole(base) && report.coverage && base.coverage
      ? { coverage: comparedCoverage(report.coverage, base.coverage) }
      : {}),
  };
}

/** Whether a run had all test cases. The coverage of a part says nothing. */
function isWhole({ shard, complete, isReplay }: Report): boolean {
  return shard === undefined && complete === undefined && isReplay !== true;
}

function isSame(one: Cause, other: Cause): boolean {
  return one.things.includes(other.id) || other.things.includes(one.id);
}

/** The test cases that show a cause now, and did not show it in the base, although it had them. */
function newCasesOf(cause: Cause, base: Report): Pick<ComparedCause, "newCases"> {
  const before = new Set(base.causes.filter((other) => isSame(other, cause)).flatMap(({ cases }) => cases));
  const ran = new Set(base.cases.filter(({ outcome }) => outcome.verdict !== "skipped").map(({ name }) => name));
  const newCases = cause.cases.filter((name) => ran.has(name) && !before.has(name));
  return newCases.length > 0 ? { newCases } : {};
}

function comparedCause({ id, severity, title, operations }: Cause): ComparedCause {
  return { id, severity, title, operations };
}

function comparedCoverage(now: Coverage, before: Coverage): ComparedCoverage {
  return {
    before: coveragePercent(before),
    now: coveragePercent(now),
    gained: partsOnlyIn(before.missing, now.missing),
    lost: partsOnlyIn(now.missing, before.missing),
  };
}

/** The parts of a list that another list does not have. */
function partsOnlyIn(parts: Coverage["missing"], others: Coverage["missing"]): CoveredPart[] {
  return parts.flatMap(({ operation, kind, names }) => {
    const elsewhere = others.filter((other) => other.operation === operation && other.kind === kind);
    const own = names.filter((name) => !elsewhere.some((other) => other.names.includes(name)));
    return own.length > 0 ? [{ operation, kind, names: own }] : [];
  });
}
