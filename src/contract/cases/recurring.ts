import type { CaseRun } from "../case-run.js";
import type { Finding } from "../finding.js";

/** How often a check is made, at most. */
const TRIES = 3;

/**
 * Makes a check that compares what several requests brought, and that others may disturb: what they add between two
 * requests, and remove again, leaves no trace in the list. A fault is found again, in the same words; of what is not,
 * nothing is kept. What is wrong with an answer by itself is kept in any case.
 *
 * @param attempt makes the check once; false if what it looks at was not the same before and after
 * @returns false if that went on changing
 */
export async function keepWhatRecurs(run: CaseRun, attempt: () => Promise<boolean>): Promise<boolean> {
  const { findings } = run;
  let settled = findings.length;
  let undisturbed = 0;
  const suspected = new Set<string>();
  for (let tries = TRIES; tries > 0; tries -= 1) {
    const stayed = await attempt();
    const found = findings.splice(settled);
    const doubtful = found.filter(isComparison);
    findings.push(...found.filter((each) => !isComparison(each)));
    settled = findings.length;
    if (doubtful.length === 0) return true;
    if (!stayed) continue;
    undisturbed += 1;
    const again = doubtful.filter((each) => suspected.has(wordsOf(each)));
    // A fault may come at random; that each of several tries is disturbed, and none of them shows it, is less likely.
    if (again.length > 0 || undisturbed === TRIES) {
      findings.push(...(again.length > 0 ? again : doubtful));
      return true;
    }
    for (const each of doubtful) suspected.add(wordsOf(each));
  }
  return false;
}

/** What one answer does not tell by itself; that something is refused may be right, if it is gone. */
function isComparison({ check, received }: Finding): boolean {
  return check === "paging" || check === "same-team" || (check === "status" && received.startsWith("4"));
}

/** What a refusal says beside its status may be another text each time. */
function wordsOf({ check, location, message, received }: Finding): string {
  return JSON.stringify([check, location, message, check === "status" ? "" : received]);
}
