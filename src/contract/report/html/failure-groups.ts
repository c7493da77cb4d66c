import type { CaseReport } from "../../verification.js";

/** A finding, or an answer that did not come, in its case. */
export interface OneFailure {
  report: CaseReport;
  /** The check that found it; none where no answer came. */
  check: string | undefined;
  message: string;
  promises: readonly string[];
  location: string | undefined;
  expected: string;
  received: string;
  restsOn: readonly string[];
  repeat: string;
}

/** Failures of one operation that are alike: the same check, place and message but for its numbers. */
export interface FailureGroup {
  operation: string;
  failures: OneFailure[];
}

export function failureGroups(cases: readonly CaseReport[]): FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  for (const failure of cases.flatMap(failuresOf)) {
    const { report, check, location, promises, message } = failure;
    const key = JSON.stringify([report.operation, check, location, promises, message.replace(/\d+/g, "#")]);
    const known = groups.get(key);
    if (known) known.failures.push(failure);
    else groups.set(key, { operation: report.operation, failures: [failure] });
  }
  return [...groups.values()];
}

function failuresOf(report: CaseReport): OneFailure[] {
  const { outcome } = report;
  if (outcome.verdict === "broken") return outcome.findings.map((finding) => ({ report, ...finding }));
  if (outcome.verdict !== "no answer") return [];
  const { reason, repeat } = outcome;
  const silent = { check: undefined, promises: [], location: undefined, restsOn: [] };
  return [{ report, ...silent, message: reason, expected: "an answer", received: "none", repeat }];
}
