import type { RecordedFinding } from "#verify/model/finding/finding.js";
import { severityIn } from "#verify/model/finding/severity.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import type { CaseResult } from "#verify/model/test-case/outcome.js";
import { NoResponse } from "#verify/model/test-case/skipped.js";
import { broken } from "#verify/rules/sentence.js";
import type { Disturbances } from "#verify/transport/outages.js";
import type { PlannedCase } from "../plan/planned-case.js";
import { completed } from "./run-case.js";
import type { RunContext } from "./run-context.js";

/** From this share of the requests on, disturbances are a failure. */
const FAILING_SHARE = 0.2;

/**
 * Adds what the run learned beside its test cases: a finding for each status that disturbed its target, and for each removal of a
 * created resource that failed. It belongs to the first test case of its operation.
 *
 * @param results in the order of the test cases
 */
export function withAvailability(
  run: RunContext,
  cases: readonly PlannedCase[],
  results: readonly CaseResult[],
): CaseResult[] {
  const added = [...results];
  const findings = [...findingsOf(run.gate.wire.outages.disturbances), ...run.failedRemovals.map(failedRemoval)];
  for (const finding of findings) {
    const own = cases.findIndex(({ testCase }) => testCase.operation.id === finding.operation);
    const index = Math.max(0, own);
    const [planned, result] = [cases[index], added[index]];
    if (planned && result) added[index] = withFinding(run, planned, result, finding);
  }
  return added;
}

function findingsOf({ outcomes, byStatus, examples }: Disturbances): RecordedFinding[] {
  return [...byStatus].flatMap(([status, count]) => {
    const example = examples.get(status);
    if (example === undefined) return [];
    const all = Math.max(outcomes, count);
    const share = Math.max(1, Math.round((count / all) * 100));
    const statement =
      status === 0
        ? broken("closed-connections", { share, count, all })
        : broken("disturbed-responses", { share, status, count, all });
    return [
      {
        ...statement,
        basis: count / all >= FAILING_SHARE ? "stated" : "lenient",
        operation: example.operation,
        place: "#/paths",
        expected: "a response of the operation",
        received: example instanceof NoResponse ? example.reason : `${status} ${example.body}`.trim(),
        exchange: example instanceof NoResponse ? example.exchange : example,
        assumes: [],
      },
    ];
  });
}

/** The finding about a removal that failed. It may have succeeded later: some servers fail when several run at once. */
function failedRemoval(exchange: Exchange): RecordedFinding {
  const { operation, status, body } = exchange;
  const about = { wanted: "success", why: "the removal of a resource that the run created" } as const;
  return {
    ...broken("server-error", { status }),
    operation,
    about,
    place: "#/paths",
    expected: "the removal of the resource",
    received: `${status} ${body}`.trim(),
    exchange,
    assumes: [],
  };
}

function withFinding(run: RunContext, planned: PlannedCase, result: CaseResult, recorded: RecordedFinding): CaseResult {
  const operation = recorded.operation ?? planned.testCase.operation.id;
  const { severity, setting } = severityIn(run.target.severities, recorded, operation);
  const finding = { ...completed(run, planned, { ...recorded, ...(setting ? { setting } : {}) }), requirements: [] };
  if (severity === "off") return { ...result, off: [...(result.off ?? []), finding] };
  if (severity === "warning") return { ...result, warnings: [...result.warnings, finding] };
  const { outcome } = result;
  if (outcome.verdict === "failed" || outcome.verdict === "error") {
    return { ...result, outcome: { ...outcome, findings: [...outcome.findings, finding] } };
  }
  const duration = outcome.verdict === "passed" ? outcome.duration : 0;
  return { ...result, outcome: { verdict: "failed", statuses: outcome.statuses, duration, findings: [finding] } };
}
