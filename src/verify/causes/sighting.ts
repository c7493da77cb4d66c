import type { Finding } from "../model/finding/finding.js";
import { type CheckId, judgesForm } from "../model/finding/kinds.js";
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
  /** Further findings about the same response, which say nothing more. */
  implied: readonly Finding[];
}

/** The checks in the order in which they judge a response. */
const FORMS: readonly (CheckId | "error")[] = [
  "error",
  "status",
  "media-type",
  "headers",
  "body",
  "undocumented-fields",
  "identity",
];

/** The rank of checks of behavior, which come last. */
export const BEHAVIOR = FORMS.length;

/** The place of a sighting in the order in which checks judge a server: its responses first, then its behavior. */
export function rankOf({ finding }: Pick<Sighting, "finding">): number {
  const form = FORMS.indexOf(finding?.check ?? "error");
  return form < 0 ? BEHAVIOR : form;
}

/** The id of the operation at fault. */
export function operationOf({ result, finding, error }: Sighting): string {
  return finding?.about.operation ?? error?.silent ?? result.operation;
}

/** The findings and errors of a run that say something of their own, in its order. */
export function sightingsIn(results: readonly CaseResult[]): Sighting[] {
  return results.flatMap((result) => {
    const { outcome, warnings } = result;
    const failures = findingsOf(outcome);
    const all = [...failures, ...warnings];
    const byRequest = groupBy(failures, ({ reproduce }) => reproduce);
    const implying = new Map<Finding, Finding>();
    for (const finding of all) {
      const cause = byRequest.get(finding.reproduce)?.find((other) => implies(other, finding));
      if (cause) implying.set(finding, cause);
    }
    const sightingsOf = (findings: readonly Finding[], severity: Severity): Sighting[] =>
      findings
        .filter((finding) => !implying.has(finding))
        .map((finding) => ({
          result,
          severity,
          finding,
          implied: all.filter((other) => implying.get(other) === finding),
        }));
    const error: Sighting[] =
      outcome.verdict === "error"
        ? [{ result, severity: "failure", finding: undefined, error: outcome, implied: [] }]
        : [];
    return [...sightingsOf(failures, "failure"), ...error, ...sightingsOf(warnings, "warning")];
  });
}

/**
 * Whether a finding about a response makes another one about it needless. A wrong status does so for its form, and a wrong
 * body for its parts.
 */
function implies(finding: Finding, other: Finding): boolean {
  if (finding.check === other.check || !judgesForm(other.check)) return false;
  return finding.check === "status" || (finding.check === "body" && finding.about.fields?.includes("") === true);
}
