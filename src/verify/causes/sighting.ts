import type { Finding } from "../model/finding/finding.js";
import { judgesForm } from "../model/finding/kinds.js";
import type { Severity } from "../model/finding/severity.js";
import { groupBy } from "../model/group-by.js";
import { type CaseResult, findingsOf } from "../model/test-case/outcome.js";

/** A finding where a test case saw it; or the error that ended the test case. */
export interface Sighting {
  result: CaseResult;
  severity: Severity;
  /** Undefined for an error. */
  finding: Finding | undefined;
  /** The error of the test case; left out for a finding. */
  error?: Extract<CaseResult["outcome"], { verdict: "error" }>;
}

/**
 * The findings and errors of a run that say something of their own, in its order. The form of a response with a wrong status,
 * and the parts of a body that as a whole is wrong, say nothing more.
 */
export function sightingsIn(results: readonly CaseResult[]): Sighting[] {
  return results.flatMap((result) => {
    const { outcome, warnings } = result;
    const failures = findingsOf(outcome);
    const byRequest = groupBy(failures, ({ reproduce }) => reproduce);
    const isImplied = (finding: Finding) =>
      (byRequest.get(finding.reproduce) ?? []).some((other) => implies(other, finding));
    return [
      ...failures
        .filter((finding) => !isImplied(finding))
        .map((finding): Sighting => ({ result, severity: "failure", finding })),
      ...(outcome.verdict === "error"
        ? [{ result, severity: "failure", finding: undefined, error: outcome } as const]
        : []),
      ...warnings
        .filter((finding) => !isImplied(finding))
        .map((finding): Sighting => ({ result, severity: "warning", finding })),
    ];
  });
}

/** Whether one finding about a response makes another one about it needless. */
function implies(finding: Finding, other: Finding): boolean {
  if (finding.check === other.check || !judgesForm(other.check)) return false;
  return finding.check === "status" || (finding.about.fields?.includes("") === true && finding.check === "body");
}
