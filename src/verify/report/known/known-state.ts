import type { Cause } from "../../model/cause.js";
import { isEntryOf, type KnownCause, type KnownEntry } from "../../model/known.js";
import { type CaseResult, findingsOf } from "../../model/test-case/outcome.js";
import { isRandomCase } from "../../model/test-case/test-case.js";

/** Where a cause shows. */
export interface Shown {
  /** The id of the operation that is at fault. */
  operation: string;
  /** The name of the test case. */
  name: string;
  /**
   * Whether the server accepts a faulty part of a request, or fails for it. Another part or fault is another test case.
   */
  isOfFault: boolean;
}

/** Where a cause shows, without its consequences. */
export function shownBy(cause: Cause, cases: readonly CaseResult[]): Shown[] {
  const own = new Set(cause.cases);
  const found = cases
    .filter(({ name }) => own.has(name))
    .flatMap((result) => {
      const { name, outcome, warnings } = result;
      const findings = cause.severity === "failure" ? findingsOf(outcome) : warnings;
      const shown = findings
        .filter((finding) => finding.cause === cause.id)
        .map(({ about }) => ({ operation: about.operation, name, isOfFault: isOfFault(name, about.fault) }));
      const error = outcome.verdict === "error" && outcome.cause === cause.id ? [outcome] : [];
      return [
        ...shown,
        ...error.map(({ silent }) => ({ operation: silent ?? result.operation, name, isOfFault: false })),
      ];
    });
  return found.filter(({ operation }) => cause.operations.includes(operation));
}

/** Random requests have other faults in each run. */
export function isOfFault(name: string, fault: object | undefined): boolean {
  return fault !== undefined && !isRandomCase(name);
}

/** The state of an entry after a run. @param complete the operations of which it had all test cases; undefined for all */
export function entryState(
  entry: KnownCause,
  causes: readonly Cause[],
  cases: readonly CaseResult[],
  complete: readonly string[] | undefined,
): KnownEntry["state"] {
  if (causes.some((cause) => isEntryOf(entry, cause))) return "shown";
  const isTested = isTestedIn(cases, complete);
  const isGone = Object.entries(entry.operations).every(([operation, names]) =>
    names.every((name) => isTested(operation, name)),
  );
  return isGone ? "gone" : "not tested";
}

/**
 * Whether a run repeated what a test case of an operation saw. It had all test cases of the operation, and this one
 * ended. A test case that no longer exists saw something that the contract no longer has.
 */
export function isTestedIn(
  cases: readonly CaseResult[],
  complete: readonly string[] | undefined,
): (operation: string, name: string) => boolean {
  const byName = new Map(cases.map((result) => [result.name, result]));
  return (operation, name) => {
    const result = byName.get(name);
    const concerned = [operation, result?.operation ?? operation];
    const isComplete = complete === undefined || concerned.every((id) => complete.includes(id));
    return isComplete && !isRandomCase(name) && result?.outcome.verdict !== "skipped";
  };
}
