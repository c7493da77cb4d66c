import type { FindingDraft } from "./finding.js";
import type { Basis } from "./kinds.js";

/** A failure counts against the server. A warning is shown, and counts with `--fail-on warning` only. */
export type Severity = "failure" | "warning";

/** Only a statement of the document, or a relation that the run saw to hold, is evidence against a server. */
const SEVERITIES: Readonly<Record<Basis, Severity>> = {
  stated: "failure",
  observed: "failure",
  inferred: "warning",
  lenient: "warning",
};

/** The severity of a finding. An invalid request in recorded traffic is the fault of the client. */
export function severityOf({ check, basis = "stated" }: Pick<FindingDraft, "check" | "basis">): Severity {
  return check === "request" ? "warning" : SEVERITIES[basis];
}

/** Whether a finding is a warning. */
export function isWarning(finding: Pick<FindingDraft, "check" | "basis">): boolean {
  return severityOf(finding) === "warning";
}
