import type { Finding, RecordedFinding } from "#verify/model/finding/finding.js";
import { severityIn } from "#verify/model/finding/severity.js";
import { signatureOf } from "#verify/model/finding/signature.js";
import type { CaseResult } from "#verify/model/test-case/outcome.js";
import { NoResponse } from "#verify/model/test-case/skipped.js";
import { visible } from "#verify/report/redaction/sanitize.js";
import { broken } from "#verify/rules/sentence.js";
import type { Disturbances } from "#verify/transport/outages.js";
import type { PlannedCase } from "../plan/planned-case.js";
import { uncountedFinding } from "./run-case.js";
import type { RunContext } from "./run-context.js";

/** From this share of the requests on, disturbances are a failure. */
const FAILING_SHARE = 0.2;

/**
 * Adds the findings of the run that no test case made. They are about exchanges that none judged, the history of resources,
 * and statuses that disturbed the target. Each belongs to the first test case of its operation.
 *
 * @param results in the order of the test cases
 */
export function withFindingsOfRun(
  run: RunContext,
  cases: readonly PlannedCase[],
  results: readonly CaseResult[],
): CaseResult[] {
  const added = [...results];
  const planned = new Map(cases.map((each) => [visible(each.testCase.name), each]));
  const unjudged = unreported([...run.unjudged.findings, ...run.judge.findings, ...run.examples.findings], results);
  for (const finding of [...unjudged, ...availabilityFindings(run.gate.wire.outages.disturbances)]) {
    const ofOperation = added.findIndex(({ operation }) => operation === visible(finding.operation ?? ""));
    const index = Math.max(0, ofOperation);
    const result = added[index];
    const own = result && planned.get(result.name);
    if (own) added[index] = withFinding(run, own, result, finding);
  }
  return added;
}

/** The findings that say something new. A server error of an operation is one fault. */
function unreported(findings: readonly RecordedFinding[], results: readonly CaseResult[]): RecordedFinding[] {
  const nameOf = (operation: string | undefined, { rule, data }: Pick<Finding, "rule" | "data">) =>
    rule === "server-error" ? `${rule} ${operation}` : signatureOf({ operation, rule, data });
  const reported = new Set(results.flatMap(findingsIn).map((finding) => nameOf(finding.about.operation, finding)));
  return findings.filter((finding) => !reported.has(nameOf(finding.operation, finding)));
}

function findingsIn({ outcome, warnings, off = [] }: CaseResult): Finding[] {
  return [...("findings" in outcome ? outcome.findings : []), ...warnings, ...off];
}

function availabilityFindings({ outcomes, byStatus, examples }: Disturbances): RecordedFinding[] {
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

function withFinding(run: RunContext, planned: PlannedCase, result: CaseResult, recorded: RecordedFinding): CaseResult {
  const operation = recorded.operation ?? planned.testCase.operation.id;
  const { severity, setting } = severityIn(run.target.severities, recorded, operation);
  const finding = uncountedFinding(run, planned, { ...recorded, ...(setting ? { setting } : {}) });
  if (severity === "off") return { ...result, off: [...(result.off ?? []), finding] };
  if (severity === "warning") return { ...result, warnings: [...result.warnings, finding] };
  const { outcome } = result;
  if (outcome.verdict === "failed" || outcome.verdict === "error") {
    return { ...result, outcome: { ...outcome, findings: [...outcome.findings, finding] } };
  }
  const duration = outcome.verdict === "passed" ? outcome.duration : 0;
  return { ...result, outcome: { verdict: "failed", statuses: outcome.statuses, duration, findings: [finding] } };
}
