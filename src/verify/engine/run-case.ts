import type { Finding, RecordedFinding } from "../model/finding.js";
import type { CaseResult, Outcome } from "../model/outcome.js";
import { NoResponse, Skipped } from "../model/skipped.js";
import type { Target } from "../model/target.js";
import { redact } from "../report/redact.js";
import { sanitize, sanitizeFinding, sanitizeStack, visible } from "../report/sanitize.js";
import { curl } from "../transport/curl.js";
import { failedRequirements } from "./attribution.js";
import type { PlannedCase } from "./plan.js";
import type { RunContext } from "./run-context.js";
import { RunningCase } from "./running-case.js";

/**
 * Runs one test case to its end, whatever the server does. A defect of the test case itself becomes an error with its stack.
 *
 * @param signal interrupts it: it sends no further request, and cleans up
 */
export async function runCase(run: RunContext, planned: PlannedCase, signal?: AbortSignal): Promise<CaseResult> {
  if (planned.skip !== undefined) return resultOf(planned, { verdict: "skipped", reason: planned.skip, statuses: [] });
  const running = new RunningCase(run, signal);
  let error: unknown;
  try {
    await planned.testCase.run(running);
  } catch (thrown) {
    error = thrown;
  }
  try {
    await running.cleanUp();
  } catch (thrown) {
    error ??= thrown;
  }
  return resultOf(planned, outcomeOf(run, planned, running, error));
}

/** @param error that ended the test case; undefined if it ran to its end */
function outcomeOf(run: RunContext, planned: PlannedCase, running: RunningCase, error: unknown): Outcome {
  const { settings } = run;
  const { statuses } = running;
  const findings = running.findings.map((each) => completed(run, planned, each));
  if (error !== undefined && !(error instanceof Skipped)) {
    return { verdict: "error", statuses, findings, ...errorFacts(error, settings) };
  }
  const duration = Math.round(running.duration);
  if (findings.length > 0) return { verdict: "failed", statuses, duration, findings };
  if (error !== undefined) return { verdict: "skipped", reason: sanitize(error.message, settings), statuses };
  return { verdict: "passed", statuses, duration };
}

/** A finding as reports hold it. */
function completed({ contract, settings }: RunContext, { testCase }: PlannedCase, finding: RecordedFinding): Finding {
  const { check, message, place, expected, received, assumes, exchange } = finding;
  const operation = finding.operation ?? exchange?.operation ?? testCase.operation.id;
  const requirements = failedRequirements(contract.requirements, operation, finding);
  const reproduce = exchange ? curl(exchange.request, (text) => redact(text, settings)) : "";
  return sanitizeFinding({ check, message, place, expected, received, assumes, requirements, reproduce }, settings);
}

function errorFacts(
  error: unknown,
  target: Target,
): Pick<Extract<Outcome, { verdict: "error" }>, "reason" | "reproduce" | "stack"> {
  if (error instanceof NoResponse) {
    const reason = sanitize(error.message, target);
    return { reason, reproduce: curl(error.request, (text) => redact(text, target)), stack: undefined };
  }
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  return { reason: sanitize(message, target), reproduce: undefined, stack: sanitizeStack(stack, target) };
}

/** The result of a test case. */
export function resultOf({ testCase, covers }: PlannedCase, outcome: Outcome): CaseResult {
  const { suite, parameter, operation } = testCase;
  const { id, method, path } = operation;
  // Names of the document are part of it.
  const name = visible(testCase.name);
  return { name, suite, operation: id, method, path, parameter, covers, outcome };
}
