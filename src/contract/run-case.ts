import { type Case, NotVerified } from "./case.js";
import { CaseRun } from "./case-run.js";
import type { Environment } from "./environment.js";
import type { PlannedCase } from "./plan.js";
import { presentable, presentableFinding, redact } from "./present.js";
import { curl } from "./report/curl.js";
import { NoAnswer } from "./send.js";
import type { CaseReport, Outcome } from "./verification.js";

/**
 * Runs one case to its end, whatever the server does.
 *
 * @param signal breaks it off: it asks for nothing further, and tidies up
 * @throws Error for a defect of ours, or of the document (a pattern that is no regular expression, say)
 */
export async function runCase(
  environment: Environment,
  { planned, notSent }: PlannedCase,
  signal?: AbortSignal,
): Promise<CaseReport> {
  if (notSent !== undefined) return reportOf(planned, { verdict: "not verified", reason: notSent, statuses: [] });
  const run = new CaseRun(environment, signal);
  const { statuses } = run;
  let unproved: string | undefined;
  try {
    await planned.run(run);
  } catch (error) {
    if (error instanceof NoAnswer) {
      const reason = presentable(error.message, environment.target);
      return reportOf(planned, {
        verdict: "no answer",
        reason,
        repeat: redact(curl(error.request), environment.target),
      });
    }
    if (!(error instanceof NotVerified)) throw error;
    unproved = presentable(error.message, environment.target);
  } finally {
    await run.tidyUp();
  }
  const duration = Math.round(run.duration);
  if (run.findings.length > 0) {
    const findings = run.findings.map((finding) => presentableFinding(finding, environment.target));
    return reportOf(planned, { verdict: "broken", statuses, duration, findings });
  }
  if (unproved !== undefined) return reportOf(planned, { verdict: "not verified", reason: unproved, statuses });
  return reportOf(planned, { verdict: "holds", statuses, duration });
}

export function reportOf({ name, kind, operation, parameter, proves }: Case, outcome: Outcome): CaseReport {
  const { id, method, path } = operation;
  return { name, kind, operation: id, method, path, parameter, proves, outcome };
}
