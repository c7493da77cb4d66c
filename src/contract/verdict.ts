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
  verdict: "holds" | "broken" | "could not run";
  reason: string | undefined;
  counts: Counts;
}

/** Exit codes: 0 holds, 1 broken, 2 could not run. */
export const EXIT_CODES: Record<Verdict["verdict"], number> = { holds: 0, broken: 1, "could not run": 2 };

/**
 * Judges a run by its cases. A target that answers nothing at all was not tested; one that answers here and hangs there
 * is broken there. Where nothing was verified, nothing was learned of the contract.
 */
export function judge(reports: readonly CaseReport[], keyVariable: string): Verdict {
  const of = (verdict: string) => reports.filter(({ outcome }) => outcome.verdict === verdict);
  const counts: Counts = {
    cases: reports.length,
    holds: of("holds").length,
    broken: of("broken").length,
    notVerified: of("not verified").length,
    noAnswer: of("no answer").length,
  };
  const could = (reason: string): Verdict => ({ verdict: "could not run", reason, counts });

  if (reports.length === 0) return could("The document has no case that can be sent. Give its operations examples.");
  const answered = reports.flatMap(({ outcome }) =>
    "status" in outcome && outcome.status !== undefined ? [outcome.status] : [],
  );
  const [silent] = of("no answer");
  if (answered.length === 0 && silent && "reason" in silent.outcome) {
    return could(`No request was answered. ${silent.outcome.reason}.`);
  }
  const [unverified] = of("not verified");
  if (counts.holds + counts.broken + counts.noAnswer === 0 && unverified && "reason" in unverified.outcome) {
    const refused = answered.length > 0 && answered.every((status) => status === 401 || status === 403);
    return could(
      refused
        ? `The key was refused every time (${answered[0]}). Look at ${keyVariable}.`
        : `Nothing could be verified. The first case: ${unverified.outcome.reason}.`,
    );
  }
  return { verdict: counts.broken + counts.noAnswer > 0 ? "broken" : "holds", reason: undefined, counts };
}
