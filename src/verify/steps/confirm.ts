import type { RecordedFinding } from "../model/finding/finding.js";
import { signatureOf } from "../model/finding/signature.js";
import type { CaseContext } from "../model/test-case/case-context.js";

/** How often a check is repeated at most. */
const CONFIRMATIONS = 5;

/**
 * Repeats a check that compares several responses until its findings are certain. Others may add and remove items between
 * two requests, and leave no trace in the list. A fault is found again with the same message; a finding that does not
 * recur is dropped. Findings about the form of one response are always kept.
 *
 * @param attempt runs the check once; false if the data changed meanwhile
 * @returns false if the data changed each time
 */
export async function confirm(
  context: Pick<CaseContext, "collect" | "report" | "excuse" | "statuses">,
  attempt: () => Promise<boolean>,
): Promise<boolean> {
  let undisturbed = 0;
  const suspected = new Set<string>();
  for (let tries = CONFIRMATIONS; tries > 0; tries -= 1) {
    const found: RecordedFinding[] = [];
    const sent = context.statuses.length;
    const isUnchanged = await context.collect(found, attempt).finally(() => {
      // An attempt that ends early, for want of requests or time, confirms nothing.
      context.report(found.filter(({ isVolatile }) => !isVolatile));
    });
    const doubtful = found.filter(({ isVolatile }) => isVolatile);
    if (doubtful.length === 0) return true;
    if (!isUnchanged) {
      context.excuse(context.statuses.length - sent);
      continue;
    }
    undisturbed += 1;
    const recurring = doubtful.filter((finding) => suspected.has(evidenceOf(finding)));
    // A fault may be random. That none of several undisturbed tries repeats it is more likely than a disturbance in each.
    if (recurring.length > 0 || undisturbed === CONFIRMATIONS) {
      context.report(recurring.length > 0 ? recurring : doubtful);
      return true;
    }
    for (const finding of doubtful) suspected.add(evidenceOf(finding));
  }
  return false;
}

/** Equal for findings that show the same again. The body of a rejection may differ each time, so it does not count. */
function evidenceOf(finding: RecordedFinding): string {
  return `${signatureOf(finding)} ${finding.check === "status" ? "" : finding.received}`;
}
