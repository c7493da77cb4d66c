import { distinctWarnings } from "../report/distinct-findings.js";
import { distinctFailures, statementOf } from "../report/failure.js";
import type { Report } from "../report/report.js";
import { firstOf } from "../report/wording.js";

/** GitHub shows ten annotations of a kind for a step. */
const MAX_ANNOTATIONS = 10;

/**
 * The failures and warnings of a run as workflow commands of GitHub Actions, which shows them on the page of the workflow run.
 *
 * @returns lines to print; an empty list without failures and warnings
 */
export function githubAnnotations(report: Report): string[] {
  if (report.verdict === "error") return [command("error", "Verification error", report.reason ?? "")];
  const failures = distinctFailures(report).map(({ name, text, others }) =>
    command("error", `${firstOf(1 + others)}${name}`, text),
  );
  const warnings = distinctWarnings(report.cases).map(({ operation, reproduce, ...finding }) =>
    command("warning", operation, `${statementOf(finding)}\nreproduce: ${reproduce}`),
  );
  return [...failures.slice(0, MAX_ANNOTATIONS), ...warnings.slice(0, MAX_ANNOTATIONS)];
}

/** Escaped as GitHub's own toolkit does it: a property ends at a colon or a comma, and a command at the line's end. */
function command(kind: "error" | "warning", title: string, message: string): string {
  const escaped = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  return `::${kind} title=${escaped(title).replaceAll(":", "%3A").replaceAll(",", "%2C")}::${escaped(message)}`;
}
