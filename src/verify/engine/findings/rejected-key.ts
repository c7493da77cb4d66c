import type { Finding } from "#verify/model/finding/finding.js";
import { isAccessDenied } from "#verify/model/request/exchange.js";
import type { CaseResult } from "#verify/model/test-case/outcome.js";

/**
 * The results of a run whose key each operation rejects. An undocumented 401 or 403 shows a fault of the key then, and not one of the
 * server. Test cases that failed for nothing else are skipped.
 */
export function withoutRejectedKey(results: readonly CaseResult[]): CaseResult[] {
  return results.map((result) => {
    const { outcome } = result;
    if (outcome.verdict !== "failed" || !outcome.findings.every(isOfKey)) return result;
    const { statuses, findings } = outcome;
    const reason = `the key was rejected with ${findings[0]?.about.status}`;
    return { ...result, outcome: { verdict: "skipped", statuses, reason, needs: [] } };
  });
}

function isOfKey({ rule, about: { status = 0 } }: Finding): boolean {
  return rule === "undocumented-status" && isAccessDenied({ status });
}
