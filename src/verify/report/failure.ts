import type { Requirement } from "#openapi/document/requirements.js";
import { type Finding, findingsOf, type Outcome, stateOf } from "./report.js";
import { counted } from "./wording.js";

/** The maximum of findings in the text of a failure: some servers break every rule in every response. */
const MAX_FINDINGS = 5;

/** The settings of the target file that have to be right for a finding to count, in words. */
export function assumptions(settings: readonly string[]): string {
  return `${settings.join(", ")} (in the target file)`;
}

/** The kind of a finding: its check, and the basis where the document does not state it. */
export function kindOf({ check, basis }: Pick<Finding, "check" | "basis">): string {
  return basis === "stated" ? check : `${check} (${basis})`;
}

/** The kind and the sentence of a finding. */
export function statementOf(finding: Pick<Finding, "check" | "basis" | "message">): string {
  return `${kindOf(finding)}: ${finding.message}`;
}

/**
 * The failure of a test case as a report to the team whose server it is.
 *
 * @param start the command that starts the server again, if it ended with the run
 * @returns undefined if the test case did not fail
 */
export function failureText(
  outcome: Outcome,
  requirements: readonly Pick<Requirement, "id" | "requirement">[],
  start?: string,
): string | undefined {
  if (outcome.verdict !== "failed" && outcome.verdict !== "error") return undefined;
  const found = findingsOf(outcome);
  const isKnown = stateOf(outcome) === "known";
  const all = isKnown ? found : found.filter((finding) => !finding.isKnown);
  const known = found.length - all.length;
  const shown = all.slice(0, MAX_FINDINGS);
  const findings = shown.flatMap(
    ({ check, basis, message, requirements: ids, place, expected, received, assumes, reproduce }, index) => [
      statementOf({ check, basis, message }),
      ...ids.map(
        (id) => `  requirement  ${id} ${requirements.find((requirement) => requirement.id === id)?.requirement ?? ""}`,
      ),
      `  contract     ${place}`,
      `  expected     ${expected}`,
      `  received     ${received}`,
      ...(assumes.length > 0 ? [`  check first  ${assumptions(assumes)}`] : []),
      // Findings of one request share its line.
      ...(shown[index + 1]?.reproduce === reproduce ? [] : reproductionLines(reproduce, start)),
    ],
  );
  const hidden = all.length - shown.length;
  const more = hidden > 0 ? [`… and ${counted(hidden, "more finding")}, see report.json`] : [];
  const others = known > 0 ? [`${counted(known, "more finding is", "more findings are")} of known causes`] : [];
  return [...findings, ...more, ...others, ...(outcome.verdict === "error" ? errorLines(outcome, start) : [])].join(
    "\n",
  );
}

function errorLines({ reason, reproduce, stack }: Extract<Outcome, { verdict: "error" }>, start?: string): string[] {
  if (stack !== undefined) return [`error in the test case: ${reason}`, stack.replace(/^/gm, "  ")];
  return [reason, ...(reproduce === undefined ? [] : reproductionLines(reproduce, start))];
}

/** The command that starts the server, in case it ended with the run, then the lines that send the requests. */
export function reproductionLines(reproduce: string, start: string | undefined): string[] {
  const lines = reproduce.split("\n");
  return [
    ...(start === undefined ? [] : [`start: ${start}`]),
    ...(lines.length === 1 ? [`reproduce: ${reproduce}`] : ["reproduce:", ...lines.map((line) => `  ${line}`)]),
  ];
}
