import type { Requirement } from "../../openapi/requirements.js";
import { type CaseResult, findingsOf, type Outcome, type Report } from "./report.js";
import { counted } from "./wording.js";

/** The maximum of findings in the text of a failure: some servers break every rule in every response. */
const MAX_FINDINGS = 5;

/** The assumptions of a finding, in words: the settings of the target file that have to be right. */
export function assumptions(settings: readonly string[]): string {
  return `these settings of the target file are right: ${settings.join(", ")}`;
}

/**
 * The failure of a test case as a report to the team whose server it is.
 *
 * @returns undefined if the test case did not fail
 */
export function failureText(
  outcome: Outcome,
  requirements: readonly Pick<Requirement, "id" | "requirement">[],
): string | undefined {
  if (outcome.verdict !== "failed" && outcome.verdict !== "error") return undefined;
  const all = findingsOf(outcome);
  const shown = all.slice(0, MAX_FINDINGS);
  const findings = shown.flatMap(
    ({ check, message, requirements: ids, place, expected, received, assumes, reproduce }, index) => [
      `${check}: ${message}`,
      ...ids.map((id) => `  requirement  ${id} ${requirements.find((each) => each.id === id)?.requirement ?? ""}`),
      `  contract     ${place}`,
      `  expected     ${expected}`,
      `  received     ${received}`,
      ...(assumes.length > 0 ? [`  assumes      ${assumptions(assumes)}`] : []),
      // Findings of one request share its line.
      ...(shown[index + 1]?.reproduce === reproduce ? [] : [`reproduce: ${reproduce}`]),
    ],
  );
  const hidden = all.length - shown.length;
  const more = hidden > 0 ? [`… and ${counted(hidden, "more finding")}, see report.json`] : [];
  return [...findings, ...more, ...(outcome.verdict === "error" ? errorLines(outcome) : [])].join("\n");
}

function errorLines({ reason, reproduce, stack }: Extract<Outcome, { verdict: "error" }>): string[] {
  if (stack !== undefined) return [`error in the test case: ${reason}`, stack.replace(/^/gm, "  ")];
  return [reason, ...(reproduce === undefined ? [] : [`reproduce: ${reproduce}`])];
}

/** A failed test case, its text, and how many further test cases failed in the same way. */
export interface Failure {
  name: string;
  text: string;
  others: number;
}

/** The failures of a run. Test cases of an operation with the same findings in the same places are merged. */
export function distinctFailures({ cases, requirements }: Pick<Report, "cases" | "requirements">): Failure[] {
  const groups = new Map<string, Failure>();
  for (const { name, operation, outcome } of cases) {
    const text = failureText(outcome, requirements);
    if (text === undefined) continue;
    const key = `${operation} ${signatureOf(outcome)}`;
    const first = groups.get(key);
    if (first) first.others += 1;
    else groups.set(key, { name, text, others: 0 });
  }
  return [...groups.values()];
}

/** Equal for outcomes that found the same. Numbers in messages are ignored. */
function signatureOf(outcome: Outcome): string {
  const findings = findingsOf(outcome).map(
    ({ check, place, message }) => `${check} ${place} ${message.replace(/\d+/g, "#")}`,
  );
  const error = outcome.verdict === "error" ? [outcome.stack === undefined ? "no response" : outcome.reason] : [];
  return [...new Set([...findings, ...error])].join("\n");
}

/** The reason of skipped test cases that most of them share; empty without skipped ones. */
export function commonReason(cases: readonly CaseResult[]): string {
  const counts = new Map<string, number>();
  for (const { outcome } of cases) {
    if (outcome.verdict === "skipped") counts.set(outcome.reason, (counts.get(outcome.reason) ?? 0) + 1);
  }
  const [most = ""] = [...counts.entries()].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  return counts.size > 1 ? `${most}; and other reasons` : most;
}
