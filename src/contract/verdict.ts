import { BROKEN_OFF } from "./case.js";
import { grouped } from "./grouped.js";
import type { CaseReport } from "./verification.js";

/** How many cases ended in which way. */
export interface Counts {
  cases: number;
  holds: number;
  broken: number;
  notVerified: number;
  noAnswer: number;
}

/** The verdict of a run, and why it could not run, if so. */
export interface Verdict {
  verdict: "holds" | "broken" | "not verified" | "could not run";
  reason: string | undefined;
  counts: Counts;
}

/** Exit codes: 0 holds; 1 broken, or not wholly verified where all was required; 2 could not run. */
export const EXIT_CODES: Record<Verdict["verdict"], number> = {
  holds: 0,
  broken: 1,
  "not verified": 1,
  "could not run": 2,
};

/**
 * Judges a run by its cases. A target that answers nothing at all was not tested; one that answers here and hangs there
 * is broken there. Where nothing was verified, or the key opened nothing, nothing was learned of the contract.
 *
 * @param keyVariable names the variable that holds the key
 * @param requireAll whether what was not verified is a failure
 */
export function judge(reports: readonly CaseReport[], keyVariable: string, requireAll = false): Verdict {
  const of = (verdict: string) => reports.filter(({ outcome }) => outcome.verdict === verdict);
  const counts: Counts = {
    cases: reports.length,
    holds: of("holds").length,
    broken: of("broken").length,
    notVerified: of("not verified").length,
    noAnswer: of("no answer").length,
  };
  const could = (reason: string): Verdict => ({ verdict: "could not run", reason, counts });

  if (reports.length === 0) return could("There is no case to send: the document has none, or none was selected.");
  // What was found before a run was broken off is found; that nothing was is no verdict.
  const brokenOff = of("not verified").filter(({ outcome }) => "reason" in outcome && outcome.reason === BROKEN_OFF);
  if (brokenOff.length > 0 && counts.broken === 0) {
    return could(`The run was broken off after ${reports.length - brokenOff.length} of ${reports.length} cases.`);
  }
  const answered = reports.flatMap(({ outcome }) => ("statuses" in outcome ? outcome.statuses : []));
  const [silent] = of("no answer");
  if (answered.length === 0 && silent && "reason" in silent.outcome) {
    return could(`No request was answered. ${silent.outcome.reason.replace(/\.?$/, ".")}`);
  }
  // A key that opens nothing is refused as a wrong one is to be: that proves nothing.
  const examples = reports.filter(({ kind }) => kind === "example");
  const refusals = examples.flatMap(({ outcome }) => ("statuses" in outcome ? outcome.statuses : []));
  const opensNothing = refusals.length > 0 && refusals.every((status) => status === 401 || status === 403);
  if (opensNothing && !answered.some((status) => status >= 200 && status < 300)) {
    return could(`The key was refused every time (${refusals[0]}). Look at ${keyVariable}.`);
  }
  const byOperation = [...grouped(reports, ({ operation }) => operation)];
  const [limited] =
    byOperation.find(([, own]) => {
      const statuses = own.flatMap(({ outcome }) => ("statuses" in outcome ? outcome.statuses : []));
      return statuses.includes(429) && !statuses.some((status) => status >= 200 && status < 300);
    }) ?? [];
  if (limited !== undefined && counts.broken + counts.noAnswer === 0) {
    return could(
      `${limited} never succeeded: it was answered with 429, though Retry-After was waited out. Lower the rate (--rate), or ask for a higher limit.`,
    );
  }
  const [unverified] = of("not verified");
  if (counts.holds + counts.broken + counts.noAnswer === 0 && unverified && "reason" in unverified.outcome) {
    return could(`Nothing could be verified. The first case: ${unverified.outcome.reason.replace(/\.?$/, ".")}`);
  }
  if (counts.broken + counts.noAnswer > 0) return { verdict: "broken", reason: undefined, counts };
  if (requireAll && counts.notVerified > 0)
    return { verdict: "not verified", reason: "all was required (--require-all)", counts };
  return { verdict: "holds", reason: undefined, counts };
}
