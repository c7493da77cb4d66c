import { styleText } from "node:util";
import { commonReason, distinctFailures } from "../report/failure.js";
import { type CaseResult, groupBy, type Report } from "../report/report.js";
import { counted, formatNumber, sentence } from "../report/wording.js";

/** The maximum of failures that are printed in full. */
const MAX_FAILURES = 20;

const HEADLINES: Record<Report["verdict"], string> = {
  passed: styleText("green", "Passed."),
  failed: styleText("red", "Failed."),
  incomplete: styleText("yellow", "Incomplete."),
  error: styleText("red", "Error."),
};

const SIGNS: Record<CaseResult["outcome"]["verdict"], string> = {
  passed: styleText("green", "✓"),
  failed: styleText("red", "✗"),
  error: styleText("red", "!"),
  skipped: styleText("yellow", "–"),
};

/** The output of a run: a line for each operation, the failures in full, and the verdict. Colors only on a terminal. */
export function terminalReport(report: Report): string {
  // Nothing else is known of a target that did not respond.
  const before = isSilent(report) ? [] : [...operationLines(report.cases), ...failureLines(report), ""];
  return [...before, ...closingLines(report)].join("\n");
}

/** Whether requests were sent, and none had a response. */
function isSilent({ verdict, cases }: Report): boolean {
  const outcomes = cases.map(({ outcome }) => outcome);
  const hasFailed = outcomes.some((outcome) => outcome.verdict === "error" && outcome.stack === undefined);
  return verdict === "error" && hasFailed && outcomes.every(({ statuses }) => statuses.length === 0);
}

function operationLines(cases: readonly CaseResult[]): string[] {
  const operations = [...groupBy(cases, ({ operation }) => operation)];
  const width = operations.reduce((widest, [name]) => Math.max(widest, name.length), 0);
  return operations.map(([name, own]) => {
    const count = (verdict: string) => own.filter(({ outcome }) => outcome.verdict === verdict).length;
    const [failed, errors, skipped] = [count("failed"), count("error"), count("skipped")];
    const facts = [
      `${formatNumber(count("passed"))} of ${formatNumber(own.length)} passed`,
      ...(failed > 0 ? [styleText("red", `${formatNumber(failed)} failed`)] : []),
      ...(errors > 0 ? [styleText("red", counted(errors, "error"))] : []),
      ...(skipped > 0 ? [styleText("yellow", `${formatNumber(skipped)} skipped: ${commonReason(own)}`)] : []),
    ];
    const sign = failed > 0 ? "failed" : errors > 0 ? "error" : skipped === own.length ? "skipped" : "passed";
    return `  ${SIGNS[sign]} ${name.padEnd(width)}  ${facts.join(", ")}`;
  });
}

/** Failures of a run that proves nothing are not listed: most have its reason. */
function failureLines(report: Report): string[] {
  if (report.verdict === "error") return [];
  const failures = distinctFailures(report);
  const verdicts = new Map(report.cases.map(({ name, outcome }) => [name, outcome.verdict]));
  const hidden = failures.length - MAX_FAILURES;
  return [
    ...failures
      .slice(0, MAX_FAILURES)
      .flatMap(({ name, text, others }) => [
        "",
        `${SIGNS[verdicts.get(name) ?? "failed"]} ${styleText("bold", name)}`,
        text.replace(/^/gm, "  "),
        ...(others > 0 ? [`  (and ${counted(others, "more test case")} with the same failure)`] : []),
      ]),
    ...(hidden > 0 ? ["", `… and ${counted(hidden, "more failure")}, see the reports.`] : []),
  ];
}

function closingLines({ verdict, reason, counts, requirements, leftovers }: Report): string[] {
  const explanation = reason === undefined ? "" : ` ${sentence(reason)}`;
  const remaining =
    leftovers.length > 0 ? [styleText("yellow", `Not removed from the target: ${leftovers.join(", ")}.`)] : [];
  if (verdict === "error") return [`${HEADLINES.error}${explanation}`, ...remaining];
  return [
    `${HEADLINES[verdict]} ${countsText(counts)}.${explanation}`,
    ...(requirements.length > 0 ? [requirementsLine(requirements)] : []),
    ...remaining,
  ];
}

function countsText({ cases, passed, failed, errors, skipped, requests }: Report["counts"]): string {
  const outcomes = [
    `${formatNumber(passed)} passed`,
    `${formatNumber(failed)} failed`,
    ...(errors > 0 ? [counted(errors, "error")] : []),
    `${formatNumber(skipped)} skipped`,
  ];
  return `${counted(cases, "test case")}: ${outcomes.join(", ")}; ${counted(requests, "request")}`;
}

function requirementsLine(requirements: Report["requirements"]): string {
  const idsOf = (state: string) => requirements.filter((each) => each.state === state).map(({ id }) => id);
  const [verified, failed, notVerified] = [idsOf("verified"), idsOf("failed"), idsOf("not verified")];
  const facts = [
    `${formatNumber(verified.length)} of ${formatNumber(requirements.length)} verified`,
    ...(failed.length > 0 ? [`failed: ${failed.join(", ")}`] : []),
    ...(notVerified.length > 0 ? [`not verified: ${notVerified.join(", ")} (see the reports for the reasons)`] : []),
  ];
  return `Requirements: ${facts.join("; ")}.`;
}
