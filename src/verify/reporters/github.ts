import { placeOf } from "../report/cause/cause-place.js";
import { causeText } from "../report/cause/cause-text.js";
import { countingIn } from "../report/cause/causes.js";
import type { Cause, ContractLines, Report } from "../report/report.js";
import { counted } from "../report/wording.js";

/** GitHub shows ten annotations of a kind for a step. */
const MAX_ANNOTATIONS = 10;

/**
 * The causes of a run as workflow commands of GitHub Actions. The page of the workflow run shows them. All of them are in
 * the first annotation, then each in full. Known causes have none.
 *
 * @returns lines to print; an empty list without causes
 */
export function githubAnnotations({ verdict, reason, contract, causes, requirements, start }: Report): string[] {
  if (verdict === "error") return [command("error", "Verification error", reason ?? "")];
  const of = (severity: Cause["severity"]) => countingIn(causes, severity);
  const failures = of("failure");
  const overview =
    failures.length > 1
      ? [command("notice", counted(failures.length, "cause"), failures.map(({ title }) => title).join("\n"))]
      : [];
  const annotations = (kind: "error" | "warning", own: Report["causes"]) =>
    own.slice(0, MAX_ANNOTATIONS).map((cause) => {
      const place = contract.lines?.[placeOf(cause)];
      return command(kind, cause.title, causeText(cause, requirements, start), place);
    });
  return [...overview, ...annotations("error", failures), ...annotations("warning", of("warning"))];
}

/** Escaped as GitHub's own toolkit does it. A property ends at a colon or a comma, and a command at the line's end. */
function command(
  kind: "error" | "warning" | "notice",
  title: string,
  message: string,
  place?: ContractLines[string],
): string {
  const escaped = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const facts = { title, file: place?.file, line: place?.line };
  const properties = Object.entries(facts).flatMap(([name, value]) => {
    const text = escaped(String(value ?? ""))
      .replaceAll(":", "%3A")
      .replaceAll(",", "%2C");
    return text === "" ? [] : [`${name}=${text}`];
  });
  return `::${kind} ${properties.join(",")}::${escaped(message)}`;
}
