import { UserError } from "#cli/user-error.js";
import { writtenPlace } from "#openapi/document/written-place.js";
import { writtenPath } from "#openapi/operations/operation.js";
import { type Finding, operationOf, type RecordedFinding } from "#verify/model/finding/finding.js";
import { type CheckId, judgesForm } from "#verify/model/finding/kinds.js";
import { subjectOf } from "#verify/model/finding/subject.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import type { Target } from "#verify/model/target/target.js";
import { type Skip, skipFor } from "#verify/model/test-case/need.js";
import type { CaseResult, Outcome } from "#verify/model/test-case/outcome.js";
import { disturbed, NoResponse, Skipped } from "#verify/model/test-case/skipped.js";
import {
  redactReplay,
  sanitize,
  sanitizeFinding,
  sanitizeSkip,
  sanitizeStack,
  visible,
} from "#verify/report/redaction/sanitize.js";
import { isExploration } from "../exploration.js";
import { doubtedRequirements, failedRequirements } from "../findings/attribution.js";
import type { Precursor } from "../findings/history.js";
import { reproduction } from "../findings/reproduction.js";
import { needsServerState } from "../plan/plan.js";
import type { PlannedCase } from "../plan/planned-case.js";
import type { RunContext } from "./run-context.js";
import { type RunCaseOptions, RunningCase } from "./running-case.js";

/**
 * Runs one test case to its end, whatever the server does. A defect of the test case itself becomes an error with its stack.
 */
export async function runCase(
  run: RunContext,
  planned: PlannedCase,
  options: RunCaseOptions = {},
): Promise<CaseResult> {
  try {
    const result = await resultOfRun(run, planned, options);
    await run.unjudged.judge(run.journal.takeUnjudged(planned));
    return result;
  } finally {
    run.budget.release(planned);
    run.exploration?.end(planned);
  }
}

async function resultOfRun(run: RunContext, planned: PlannedCase, options: RunCaseOptions): Promise<CaseResult> {
  if (planned.skip !== undefined) return skippedResult(run, planned, planned.skip);
  // A server may announce during the run that it keeps no state.
  const isImpossible = () => !run.target.keepsState && needsServerState(planned.testCase);
  if (isImpossible()) return skippedResult(run, planned, skipFor({ kind: "state" }));
  if (!run.budget.admits(planned)) return skippedResult(run, planned, run.budget.skip);
  const isOver = isExploration(planned) ? run.exploration?.begin(planned) : undefined;
  if (isOver !== undefined) return skippedResult(run, planned, isOver);
  const running = new RunningCase(run, planned, options);
  let error: unknown;
  try {
    await planned.testCase.run(running);
  } catch (thrown) {
    error = thrown;
  }
  try {
    await running.removeCreated();
  } catch (thrown) {
    error ??= thrown;
  }
  if (isImpossible()) return skippedResult(run, planned, skipFor({ kind: "state" }), running.statuses);
  if (lacksState(planned, running)) return skippedResult(run, planned, skipFor({ kind: "inferred" }), running.statuses);
  const uncounted = (finding: RecordedFinding) => uncountedFinding(run, planned, finding);
  const off = running.off.map(uncounted);
  return resultOf(planned, outcomeOf(run, planned, running, error), running.warnings.map(uncounted), off);
}

/** Whether all that a test case found is about a state that a mock says it does not keep. */
function lacksState({ testCase }: PlannedCase, { isWithoutState, failures, warnings }: RunningCase): boolean {
  const found = [...failures, ...warnings];
  const hasWrongForm = failures.some(({ check }) => judgesForm(check));
  return isWithoutState && needsServerState(testCase) && found.length > 0 && !hasWrongForm;
}

/** @param thrown what ended the test case; undefined if it ran to its end */
function outcomeOf(run: RunContext, planned: PlannedCase, running: RunningCase, thrown: unknown): Outcome {
  const error = thrown instanceof NoResponse && thrown.isOutage ? disturbed(thrown.request, thrown.reason) : thrown;
  const { settings } = run;
  const { statuses } = running;
  const findings = running.failures.map((failure) => completed(run, planned, failure));
  // A document that cannot be used says nothing about the server.
  if (error !== undefined && !(error instanceof Skipped || error instanceof UserError)) {
    return { verdict: "error", statuses, findings, ...errorFacts(error, settings) };
  }
  const duration = Math.round(running.duration);
  if (findings.length > 0) return { verdict: "failed", statuses, duration, findings };
  if (error === undefined) return { verdict: "passed", statuses, duration };
  const skip = error instanceof Skipped ? error : new Skipped(error.message);
  return { verdict: "skipped", ...sanitizeSkip(skip, settings), statuses };
}

/** A finding as reports hold it. */
function completed(run: RunContext, planned: PlannedCase, finding: RecordedFinding): Finding {
  const { contract, settings } = run;
  const { testCase } = planned;
  const { check, rule, data, message, basis = "stated", place, expected, received, assumes, exchange } = finding;
  const { replay, setting } = finding;
  const operation = operationOf(finding, testCase.operation.id);
  const requirements = failedRequirements(contract.requirements, operation, finding);
  const reproduce = exchange
    ? reproduction(exchange.request, settings, precursorsOf(run, planned, check, exchange))
    : "";
  const about = subjectOf(finding.about, operation, exchange);
  const written = writtenPlace(contract.document, place);
  const statement = { check, rule, data, message };
  const facts = { ...statement, basis, place: written, expected, received, assumes, requirements, about, reproduce };
  return sanitizeFinding({ ...facts, ...(setting ? { setting } : {}), ...(replay ? { replay } : {}) }, settings);
}

/** A finding that does not count, as reports hold it. It breaks no requirement, and may cast doubt on some. */
export function uncountedFinding(run: RunContext, planned: PlannedCase, finding: RecordedFinding): Finding {
  const operation = operationOf(finding, planned.testCase.operation.id);
  const doubts = doubtedRequirements(run.contract, operation, finding);
  return { ...completed(run, planned, finding), requirements: [], ...(doubts.length > 0 ? { doubts } : {}) };
}

/** The requests that lead to a response. A list shows the effect of changes that its request does not name. */
function precursorsOf({ history }: RunContext, planned: PlannedCase, check: CheckId, exchange: Exchange): Precursor[] {
  const named = history.before(exchange);
  return named.length > 0 || judgesForm(check) || check === "status" ? named : history.ownBefore(exchange, planned);
}

function errorFacts(
  error: unknown,
  target: Target,
): Pick<
  Extract<Outcome, { verdict: "error" }>,
  "reason" | "reproduce" | "stack" | "replay" | "silent" | "silence" | "ended" | "isSent"
> {
  if (error instanceof NoResponse) {
    const reason = sanitize(error.message, target);
    const { replay, isSent, end } = error;
    const requests = replay ? { replay: redactReplay(replay, target) } : {};
    const { first, others } = end ?? { first: error, others: [] };
    const { operation: silent, reason: silence } = first;
    return {
      reason,
      reproduce: [first, ...others].map(({ request }) => reproduction(request, target)).join("\n"),
      stack: undefined,
      silent,
      silence: sanitize(silence, target),
      ...(end ? { ended: { others: [...new Set(others.map(({ operation }) => operation))] } } : {}),
      ...(isSent ? {} : { isSent }),
      ...requests,
    };
  }
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  return { reason: sanitize(message, target), reproduce: undefined, stack: sanitizeStack(stack, target) };
}

/** The result of a test case that did not run, or whose responses show nothing. */
export function skippedResult(
  { settings }: RunContext,
  planned: PlannedCase,
  skip: Skip,
  statuses: readonly number[] = [],
): CaseResult {
  return resultOf(planned, { verdict: "skipped", ...sanitizeSkip(skip, settings), statuses });
}

/** The result of a test case. */
export function resultOf(
  { testCase, covers }: PlannedCase,
  outcome: Outcome,
  warnings: readonly Finding[] = [],
  off: readonly Finding[] = [],
): CaseResult {
  const { suite, parameter, operation, replay } = testCase;
  const { id, method } = operation;
  // Names of the document are part of it.
  const name = visible(testCase.name);
  return {
    name,
    suite,
    operation: visible(id),
    method,
    path: visible(writtenPath(operation)),
    parameter: parameter === undefined ? undefined : visible(parameter),
    covers,
    outcome,
    warnings,
    ...(off.length > 0 ? { off } : {}),
    ...(replay ? { replay } : {}),
  };
}
