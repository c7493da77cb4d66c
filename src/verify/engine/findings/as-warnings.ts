import type { Finding } from "#verify/model/finding/finding.js";
import { type CaseResult, findingsOf } from "#verify/model/test-case/outcome.js";

/**
 * A result whose failures of one kind are warnings: the rest of the run shows a habit of the server.
 *
 * @param isHabit whether a failure is one of the habit
 */
export function asWarnings(
  result: CaseResult,
  isHabit: (finding: Finding) => boolean,
  warningOf: (finding: Finding) => Finding,
): CaseResult {
  const { outcome, warnings } = result;
  const findings = findingsOf(outcome);
  const habitual = findings.filter(isHabit);
  if (outcome.verdict !== "failed" || habitual.length === 0) return result;
  const left = findings.filter((finding) => !habitual.includes(finding));
  const { statuses, duration } = outcome;
  return {
    ...result,
    outcome: left.length > 0 ? { ...outcome, findings: left } : { verdict: "passed", statuses, duration },
    warnings: [...warnings, ...habitual.map(warningOf)],
  };
}
