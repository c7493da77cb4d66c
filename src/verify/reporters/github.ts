import { causeText } from "../report/cause-text.js";
import { countingIn } from "../report/causes.js";
import type { Cause, Report } from "../report/report.js";
import { counted } from "../report/wording.js";

/** GitHub shows ten annotations of a kind for a step. */
const MAX_ANNOTATIONS = 10;

/**
 * The causes of a run as workflow commands of GitHub Actions, which shows them on the page of the workflow run: first all of
 * them in one annotation, then each in full. Known causes have none.
 *
 * @returns lines to print; an empty list without causes
 */
export function githubAnnotations({ verdict, reason, causes, requirements, start }: Report): string[] {
  if (verdict === "error") return [command("error", "Verification error", reason ?? "")];
  const of = (severity: Cause["severity"]) => countingIn(causes, severity);
  const failures = of("failure");
  const overview =
    failures.length > 1
      ? [command("notice", counted(failures.length, "cause"), failures.map(({ title }) => title).join("\n"))]
      : [];
  const annotations = (kind: "error" | "warning", own: Report["causes"]) =>
    own.slice(0, MAX_ANNOTATIONS).map((cause) => command(kind, cause.title, causeText(cause, requirements, start)));
  return [...overview, ...annotations("error", failures), ...annotations("warning", of("warning"))];
}

/** Escaped as GitHub's own toolkit does it: a property ends at a colon or a comma, and a command at the line's end. */
function command(kind: "error" | "warning" | "notice", title: string, message: string): string {
  const escaped = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  return `::${kind} title=${escaped(title).replaceAll(":", "%3A").replaceAll(",", "%2C")}::${escaped(message)}`;
}
