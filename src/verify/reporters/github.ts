import { distinctFailures } from "../report/failure.js";
import type { Report } from "../report/report.js";
import { counted } from "../report/wording.js";

/** GitHub shows ten annotations of a kind for a step. */
const MAX_ANNOTATIONS = 10;

/**
 * The failures of a run as workflow commands of GitHub Actions, which shows them on the page of the workflow run.
 *
 * @returns lines to print; an empty list if nothing failed
 */
export function githubAnnotations(report: Report): string[] {
  if (report.verdict === "error") return [errorCommand("Verification error", report.reason ?? "")];
  return distinctFailures(report)
    .slice(0, MAX_ANNOTATIONS)
    .map(({ name, text, others }) => {
      const more = others > 0 ? `\n(and ${counted(others, "more test case")} with the same failure)` : "";
      return errorCommand(name, `${text}${more}`);
    });
}

/** Escaped as GitHub's own toolkit does it: a property ends at a colon or a comma, and a command at the line's end. */
function errorCommand(title: string, message: string): string {
  const escaped = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  return `::error title=${escaped(title).replaceAll(":", "%3A").replaceAll(",", "%2C")}::${escaped(message)}`;
}
