import { styleText } from "node:util";
import { commonReason, settingsToAdd } from "../report/additions.js";
import { causeText, reach } from "../report/cause/cause-text.js";
import { countingIn } from "../report/cause/causes.js";
import { comparisonText } from "../report/comparison-text.js";
import { acceptedIn, acceptedText, knownRemarks, knownText } from "../report/known/known-text.js";
import {
  type CaseResult,
  type CaseState,
  countOutcomes,
  type Exclusion,
  type ExplorationSummary,
  exclusionText,
  groupBy,
  isSkippedFor,
  REASONS,
  type Report,
  skippedOf,
  skipText,
} from "../report/report.js";
import {
  counted,
  formatNumber,
  howUnsuccessful,
  leftoverName,
  sentence,
  unusedKeyTexts,
  waitedText,
} from "../report/wording.js";
import { coverageLines } from "./coverage-lines.js";
import { warningLines } from "./warning-lines.js";

/** How many causes are printed in full, and how many known causes, groups of leftovers and exclusions. */
const [MAX_CAUSES, MAX_KNOWN, MAX_LEFTOVERS, MAX_EXCLUDED] = [20, 20, 10, 10];

const HEADLINES: Record<Report["verdict"], string> = {
  passed: styleText("green", "Passed."),
  failed: styleText("red", "Failed."),
  incomplete: styleText("yellow", "Incomplete."),
  error: styleText("red", "Error."),
};

const SIGNS: Record<CaseState, string> = {
  passed: styleText("green", "✓"),
  failed: styleText("red", "✗"),
  error: styleText("red", "!"),
  skipped: styleText("yellow", "–"),
  known: styleText("yellow", "~"),
};

/** The states of repeated failures, as parts of a list and of a line. */
const REPLAYS: Record<CaseResult["outcome"]["verdict"], readonly [count: string, one: string]> = {
  passed: ["passed", "passes now"],
  failed: ["failed again", "still fails"],
  error: ["failed again", "still fails"],
  skipped: ["skipped", "skipped"],
};

/**
 * The output of a run. It has a line for each cause of failures and each operation. Then come the causes in full, the
 * warnings, the verdict, and the settings that skipped test cases need. Colors only on a terminal.
 */
export function terminalReport(report: Report): string {
  // Nothing else is known of a target that did not respond.
  const before = isSilent(report)
    ? []
    : [
        ...overviewLines(report),
        ...operationLines(report),
        ...causeLines(report),
        ...runWarnings(report),
        ...knownLines(report),
        "",
      ];
  return [...before, ...closingLines(report)].join("\n");
}

/** Whether requests were sent, and none had a response. */
function isSilent({ verdict, cases }: Report): boolean {
  const outcomes = cases.map(({ outcome }) => outcome);
  const hasFailed = outcomes.some((outcome) => outcome.verdict === "error" && outcome.stack === undefined);
  return verdict === "error" && hasFailed && outcomes.every(({ statuses }) => statuses.length === 0);
}

function operationLines({ cases, coverage }: Report): string[] {
  const states = new Map(coverage?.operations.map((state) => [state.operation, state]));
  const operations = [...groupBy(cases, ({ operation }) => operation)];
  const width = operations.reduce((widest, [name]) => Math.max(widest, name.length), 0);
  return operations.map(([name, own]) => {
    const { passed, failed, known, error: errors, skipped } = countOutcomes(own);
    // Other methods of its path may have been rejected, as they should be.
    const state = states.get(name);
    const isUncalled = state?.state === "not reached";
    const isUnsuccessful = state?.state === "unsuccessful";
    const facts = [
      `${formatNumber(passed)} of ${formatNumber(own.length)} passed`,
      ...(isUncalled && passed > 0 ? ["not called itself"] : []),
      ...(isUnsuccessful && passed > 0 ? [howUnsuccessful([state])] : []),
      ...(failed > 0 ? [styleText("red", `${formatNumber(failed)} failed`)] : []),
      ...(errors > 0 ? [styleText("red", counted(errors, "error"))] : []),
      ...(known > 0 ? [styleText("yellow", `${formatNumber(known)} known`)] : []),
      ...(skipped > 0 ? [styleText("yellow", skippedText(own, skipped))] : []),
    ];
    const sign =
      failed > 0
        ? "failed"
        : errors > 0
          ? "error"
          : known > 0
            ? "known"
            : isUncalled || isUnsuccessful || skipped === own.length
              ? "skipped"
              : "passed";
    return `  ${SIGNS[sign]} ${name.padEnd(width)}  ${facts.join(", ")}`;
  });
}

/** A setting that is missing is named once, in the last line. */
function skippedText(cases: readonly CaseResult[], skipped: number): string {
  const reason = commonReason(cases);
  if (!reason) return `${formatNumber(skipped)} skipped`;
  const part = reason.count < skipped ? `; no setting helps ${formatNumber(reason.count)}` : "";
  return `${formatNumber(skipped)} skipped${part}: ${reason.text}`;
}

/** The causes of failures, one line each. Those of a run that proves nothing are not listed: most have its reason. */
function overviewLines({ verdict, causes }: Report): string[] {
  const failures = verdict === "error" ? [] : failuresIn(causes);
  if (failures.length === 0) return [];
  const hidden = failures.length - MAX_CAUSES;
  return [
    styleText("bold", counted(failures.length, "cause")),
    ...failures
      .slice(0, MAX_CAUSES)
      .map((cause) => `  ${signOf(cause)} ${cause.title}  ${styleText("dim", `(${reach(cause)})`)}`),
    ...(hidden > 0 ? [`  … and ${counted(hidden, "more cause")}: see report.html.`] : []),
    "",
  ];
}

/** Each cause in full. */
function causeLines({ verdict, causes, requirements, start }: Report): string[] {
  const failures = verdict === "error" ? [] : failuresIn(causes);
  return failures
    .slice(0, MAX_CAUSES)
    .flatMap((cause) => [
      "",
      `${signOf(cause)} ${styleText("bold", cause.title)}`,
      causeText(cause, requirements, start).replace(/^/gm, "  "),
    ]);
}

function signOf({ check }: Report["causes"][number]): string {
  return SIGNS[check === "error" || check === "no-response" ? "error" : "failed"];
}

function failuresIn(causes: Report["causes"]): Report["causes"] {
  return countingIn(causes, "failure");
}

/** Warnings need no more than a look, and those of a run that proves nothing need none. */
function runWarnings(report: Report): string[] {
  const lines = report.verdict === "error" ? [] : warningLines(report, "see report.html");
  return lines.length > 0 ? ["", ...lines] : [];
}

/** Known causes, one line each, and the entries that a person has to look at. */
function knownLines(report: Report): string[] {
  const accepted = report.verdict === "error" ? [] : acceptedIn(report.causes);
  const hidden = accepted.length - MAX_KNOWN;
  return [
    ...(accepted.length > 0 ? ["", styleText("bold", `${acceptedText(report)}. They do not fail the run.`)] : []),
    ...accepted
      .slice(0, MAX_KNOWN)
      .flatMap((cause) => [
        `${SIGNS.known} ${cause.title}  ${styleText("dim", `(${reach(cause)})`)}`,
        ...(cause.known ? [`  ${knownText(cause.known)}`] : []),
      ]),
    ...(hidden > 0 ? [`… and ${counted(hidden, "more known cause")}: see report.html.`] : []),
  ];
}

/** The entries of the file of known findings that a person has to look at. */
function knownRemarkLines(report: Report): string[] {
  return knownRemarks(report).flatMap(({ sentence: text, entries }) => [
    `${text}${entries.length > 0 ? ":" : "."}`,
    ...entries.map((entry) => `  ${entry}`),
  ]);
}

/** The differences to another run. */
function comparisonLines(report: Report): string[] {
  if (report.comparison === undefined) return [];
  const { base, counts, causes, coverage } = comparisonText(report.comparison, report);
  const colors = { "+": "red", "−": "green" } as const;
  return [
    `Compared with ${base}: ${counts}.`,
    ...causes.map(({ sign, text }) => `  ${styleText(colors[sign], sign)} ${text}`),
    ...coverage.map((line) => `  coverage: ${line}`),
  ];
}

function closingLines(report: Report): string[] {
  const { verdict, reason, counts, requirements, excluded, leftovers, cases, coverage, exploration, seed } = report;
  const explanation = reason === undefined ? "" : ` ${sentence(reason)}`;
  const remaining = [...waitedLines(report), ...leftoverLines(leftovers)];
  if (verdict === "error") return [`${HEADLINES.error}${explanation}`, ...remaining];
  return [
    `${HEADLINES[verdict]} ${countsText(counts)}.${explanation}`,
    ...(requirements.length > 0 ? [requirementsLine(requirements)] : []),
    ...(coverage ? coverageLines(coverage) : []),
    ...(exploration ? [explorationLine(exploration, seed)] : []),
    ...excludedLines(excluded),
    ...unusedKeyTexts(report.unusedKeys),
    ...knownRemarkLines(report),
    ...comparisonLines(report),
    ...replayLines(report),
    ...statelessLines(cases),
    ...unsafeLines(report.unsafe),
    ...remaining,
    ...additionLines(cases),
  ];
}

function explorationLine({ requests, cases }: ExplorationSummary, seed: number): string {
  return `Exploration: ${counted(requests, "request")} in ${counted(cases, "test case")} (--seed ${seed} repeats them).`;
}

/** The parts that settings exclude: the verdict says nothing about them. */
function excludedLines(excluded: readonly Exclusion[] = []): string[] {
  if (excluded.length === 0) return [];
  const hidden = excluded.length - MAX_EXCLUDED;
  return [
    "Excluded by settings:",
    ...excluded.slice(0, MAX_EXCLUDED).map((exclusion) => `  ${exclusionText(exclusion)}`),
    ...(hidden > 0 ? [`  … and ${formatNumber(hidden)} more: see report.html.`] : []),
  ];
}

/** The failures of an earlier run that are still there, that are gone, and of which nothing is known. */
function replayLines({ isReplay, cases }: Report): string[] {
  if (!isReplay) return [];
  const texts = cases.map(({ name, outcome }) => {
    const [state, detail] = REPLAYS[outcome.verdict];
    const reason = outcome.verdict === "skipped" ? `: ${skipText(outcome)}` : "";
    return { state, line: `  ${SIGNS[outcome.verdict]} ${detail}: ${name}${reason}` };
  });
  const counts = [...groupBy(texts, ({ state }) => state)].map(
    ([state, { length }]) => `${formatNumber(length)} ${state}`,
  );
  const hidden = texts.length - MAX_CAUSES;
  return [
    `Replay of ${counted(cases.length, "failure")}: ${counts.join(", ")}.`,
    ...texts.slice(0, MAX_CAUSES).map(({ line }) => line),
    ...(hidden > 0 ? [`  … and ${formatNumber(hidden)} more: see report.html.`] : []),
  ];
}

/** How long the run waited because the target asked for it. */
function waitedLines({ waited }: Report): string[] {
  const text = waitedText(waited);
  return text === undefined ? [] : [`Waited for the target: ${text}.`];
}

/** A line for the created resources of each operation that remain, with their number and the first of them. */
function leftoverLines(leftovers: Report["leftovers"]): string[] {
  if (leftovers.length === 0) return [];
  const groups = [...groupBy(leftovers, ({ operation, reason }) => `${operation} ${reason}`).values()];
  const lines = groups.slice(0, MAX_LEFTOVERS).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const more = group.length > 1 ? `, and ${formatNumber(group.length - 1)} more` : "";
    return [
      `  ${[first.operation, leftoverName(first)].filter((part) => part !== "").join(" ")}${more}: ${first.reason}`,
    ];
  });
  const hidden = groups.length - lines.length;
  return [
    styleText("yellow", `${counted(leftovers.length, "resource was", "resources were")} created and not removed:`),
    ...lines,
    ...(hidden > 0 ? [`  … and ${counted(hidden, "more group")}: see report.html.`] : []),
  ];
}

/** How many unsafe requests were sent, and why they were allowed. A server of the run alone has nothing to lose. */
function unsafeLines(unsafe: Report["unsafe"] = []): string[] {
  if (unsafe.every(({ because }) => because === "own-server" || because === "stateless")) return [];
  const total = unsafe.reduce((sum, { count }) => sum + count, 0);
  const reasons = [...groupBy(unsafe, ({ because }) => because)].map(([because, group]) => {
    return `${formatNumber(group.reduce((sum, { count }) => sum + count, 0))} ${REASONS[because]}`;
  });
  return [`Unsafe requests: ${formatNumber(total)} (${reasons.join("; ")}).`];
}

/**
 * The settings of the target file with which skipped test cases run. Each has a line, with the number of test cases.
 */
function additionLines(cases: readonly CaseResult[]): string[] {
  const { settings, more } = settingsToAdd(cases);
  if (settings.length === 0) return [];
  const width = settings.reduce((widest, { written }) => Math.max(widest, written.length), 0);
  return [
    "To verify more, add to the target file (--suggest-target FILE writes one):",
    ...settings.map(({ written, opens }) => `  ${written.padEnd(width)}  ${opens}`),
    ...(more > 0 ? [`  … and ${counted(more, "more setting")}: see report.html.`] : []),
  ];
}

/** Explains why most test cases of a mock were skipped. */
function statelessLines(cases: readonly CaseResult[]): string[] {
  const skipped = skippedOf(cases).filter((skip) => isSkippedFor(skip, "state"));
  if (skipped.length === 0) return [];
  return [
    `The server keeps no state, so ${counted(skipped.length, "test case that needs state was", "test cases that need state were")} skipped.`,
  ];
}

function countsText({ cases, passed, failed, known, errors, skipped, warnings, requests }: Report["counts"]): string {
  const outcomes = [
    `${formatNumber(passed)} passed`,
    `${formatNumber(failed)} failed`,
    ...(errors > 0 ? [counted(errors, "error")] : []),
    ...(known ? [`${formatNumber(known)} known`] : []),
    `${formatNumber(skipped)} skipped`,
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
  ];
  return `${counted(cases, "test case")}: ${outcomes.join(", ")}; ${counted(requests, "request")}`;
}

function requirementsLine(requirements: Report["requirements"]): string {
  const idsOf = (state: string) =>
    requirements.filter((requirement) => requirement.state === state).map(({ id }) => id);
  const [verified, failed, notVerified] = [idsOf("verified"), idsOf("failed"), idsOf("not verified")];
  const facts = [
    `${formatNumber(verified.length)} of ${formatNumber(requirements.length)} verified`,
    ...(failed.length > 0 ? [`failed: ${failed.join(", ")}`] : []),
    ...(notVerified.length > 0 ? [`not verified: ${notVerified.join(", ")} (see report.html for the reasons)`] : []),
  ];
  return `Requirements: ${facts.join("; ")}.`;
}
