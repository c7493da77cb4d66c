import type { Report } from "./report.js";
import { distinctFailures } from "./terminal.js";

/** GitHub shows ten annotations of a kind for a step. */
const MOST = 10;

/**
 * The failures of a run as workflow commands of GitHub Actions, which shows them on the page of the run.
 *
 * @returns lines to print; none if nothing failed
 */
export function annotations(report: Report): string[] {
  if (report.verdict === "could not run") return [command("Could not be verified", report.reason ?? "")];
  return distinctFailures(report)
    .slice(0, MOST)
    .map(({ name, text, others }) =>
      command(name, others > 0 ? `${text}\n(and the same in ${others} more cases)` : text),
    );
}

/** In a property, what ends one is written otherwise (GitHub's toolkit does the same). */
function command(title: string, message: string): string {
  const data = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  return `::error title=${data(title).replaceAll(":", "%3A").replaceAll(",", "%2C")}::${data(message)}`;
}
