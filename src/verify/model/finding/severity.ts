import type { FindingDraft } from "./finding.js";
import type { Basis, CheckId } from "./kinds.js";

/** A failure counts against the server. A warning is shown, and counts with `--fail-on warning` only. */
export type Severity = "failure" | "warning";

/** Only a statement of the document, or a relation that the run saw to hold, is evidence against a server. */
const SEVERITIES: Readonly<Record<Basis, Severity>> = {
  stated: "failure",
  observed: "failure",
  inferred: "warning",
  lenient: "warning",
};

/** The severity of a finding by its evidence. An invalid request in recorded traffic is the fault of the client. */
export function severityOf({ check, basis = "stated" }: Pick<FindingDraft, "check" | "basis">): Severity {
  return check === "request" ? "warning" : SEVERITIES[basis];
}

/** Whether a finding is a warning by its evidence. */
export function isWarning(finding: Pick<FindingDraft, "check" | "basis">): boolean {
  return severityOf(finding) === "warning";
}

/** The severities that a setting may choose. A finding that is `off` does not count, and is listed as excluded. */
export const SEVERITY_CHOICES = ["off", "warning", "failure"] as const;
export type SeverityChoice = (typeof SEVERITY_CHOICES)[number];

/** The severities that the settings of a run choose: by the ids of causes, operations, rules and checks. */
export interface Severities {
  causes: Readonly<Record<string, SeverityChoice>>;
  operations: Readonly<Record<string, SeverityChoice>>;
  rules: Readonly<Record<string, SeverityChoice>>;
  /** A check is a group of rules. */
  checks: Readonly<Partial<Record<CheckId, SeverityChoice>>>;
}

/** The subject of a severity: a finding, or a cause of findings. */
export interface SeveritySubject {
  check: CheckId;
  rule: string;
  operation: string;
  /** Left out as long as the cause is not known. */
  cause?: string | undefined;
}

/** A severity, and the names of the setting that chose it; without one, the evidence decides. */
export interface ResolvedSeverity {
  severity: SeverityChoice;
  setting?: readonly string[];
}

/**
 * The severity that counts. The most precise setting has precedence, in this order: cause, operation, rule, check. Without a
 * setting, the evidence decides.
 */
export function resolveSeverity(
  evidence: Severity,
  { cause, operation, rule, check }: SeveritySubject,
  severities: Severities | undefined,
): ResolvedSeverity {
  if (severities === undefined) return { severity: evidence };
  const byPrecedence = [
    ["causes", cause] as const,
    ["operations", operation] as const,
    ["rules", rule] as const,
    ["checks", check] as const,
  ];
  for (const [kind, id] of byPrecedence) {
    const severity = id === undefined ? undefined : chosenIn(severities[kind], id);
    if (id !== undefined && severity !== undefined) return { severity, setting: ["severities", kind, id] };
  }
  return { severity: evidence };
}

/** The severity of a finding of an operation. Its cause is not known yet. */
export function severityIn(
  severities: Severities | undefined,
  finding: Pick<FindingDraft, "check" | "rule" | "basis">,
  operation: string,
): ResolvedSeverity {
  return resolveSeverity(severityOf(finding), { check: finding.check, rule: finding.rule, operation }, severities);
}

/** The ids are of the document, and may be names that every object has. */
function chosenIn(choices: Readonly<Partial<Record<string, SeverityChoice>>>, id: string): SeverityChoice | undefined {
  return Object.hasOwn(choices, id) ? choices[id] : undefined;
}
