import { settingsToAdd } from "../report/additions.js";
import { causeText, reach } from "../report/cause/cause-text.js";
import { countingIn } from "../report/cause/causes.js";
import { compareReports } from "../report/compare.js";
import { comparisonText } from "../report/comparison-text.js";
import { acceptedIn, acceptedText, knownRemarks, knownText, remarkLine } from "../report/known/known-text.js";
import { type Coverage, countOperations, coveragePercent, exclusionText, type Report } from "../report/report.js";
import { counted, formatNumber, sentence, unusedKeyTexts, VERDICTS } from "../report/wording.js";

/** A longer list is cut: a comment of GitHub has at most 65,536 characters. */
const MAX_CAUSES = 10;

/**
 * The summary of a run for a pull request or the page of a workflow run: verdict, causes and coverage.
 *
 * @param base the report on the base branch, to compare the coverage with
 */
export function markdownSummary(report: Report, base?: Report): string {
  const { verdict, reason, contract, target, cases, excluded = [] } = report;
  const heading = `### ${VERDICTS[verdict].sign} ${VERDICTS[verdict].headline}: ${plain(`${contract.title} ${contract.version}`)} against ${plain(target)}`;
  const { causes, requirements, start } = report;
  const failures = verdict === "error" ? [] : countingIn(causes, "failure");
  const { warnings } = report.counts;
  const hidden = failures.length - MAX_CAUSES;
  const { settings, more } = settingsToAdd(cases);
  const advised = settings.map(({ written, opens }) => `${written} (${opens})`);
  return [
    heading,
    ...(reason === undefined ? [] : [plain(sentence(reason))]),
    ...(failures.length > 0 ? [`**${counted(failures.length, "cause")}**`] : []),
    ...failures.slice(0, MAX_CAUSES).map((cause) => {
      const text = causeText(cause, requirements, start);
      return `<details><summary>✗ ${plain(cause.title)} (${reach(cause)})</summary><pre>${plain(text)}</pre></details>`;
    }),
    ...(hidden > 0 ? [`… and ${counted(hidden, "more cause")}: see report.html.`] : []),
    ...comparisonPart(report, base),
    coverage(report, base),
    ...(warnings > 0 ? [`⚠ ${counted(warnings, "warning")}: see report.html.`] : []),
    ...knownPart(report),
    ...(excluded.length > 0 ? [`Excluded by settings: ${plain(excluded.map(exclusionText).join("; "))}`] : []),
    ...unusedKeyTexts(report.unusedKeys),
    ...(advised.length > 0
      ? [`To verify more, add: ${plain(advised.join(", "))}${more > 0 ? `, and ${counted(more, "more setting")}` : ""}`]
      : []),
  ].join("\n\n");
}

/** The known causes, folded, and the entries that a person has to look at. */
function knownPart(report: Report): string[] {
  const accepted = acceptedIn(report.causes);
  const items = accepted.flatMap((cause) =>
    cause.known ? [`<li>${plain(cause.title)}: ${plain(knownText(cause.known))}</li>`] : [],
  );
  return [
    ...(accepted.length > 0
      ? [`<details><summary>~ ${acceptedText(report)}</summary><ul>${items.join("")}</ul></details>`]
      : []),
    ...knownRemarks(report).map((remark) => plain(remarkLine(remark))),
  ];
}

/** The differences to the base, new causes first. */
function comparisonPart(report: Report, base: Report | undefined): string[] {
  const comparison = report.comparison ?? (base && compareReports(report, base));
  if (comparison === undefined) return [];
  const { base: name, counts, causes, coverage: changes } = comparisonText(comparison, report);
  const lines = [...causes.map(({ sign, text }) => `${sign} ${text}`), ...changes.map((line) => `coverage ${line}`)];
  return [
    `Compared with ${plain(name)}: **${counts}**`,
    ...(lines.length > 0 ? [lines.map((line) => `- ${plain(line)}`).join("\n")] : []),
  ];
}

/** The counts as a table; with a base, also the difference. */
function coverage({ counts, requirements, coverage: parts }: Report, base: Report | undefined): string {
  const rows: [string, number, number | undefined][] = [
    ["test cases passed", counts.passed, base?.counts.passed],
    ["failed", counts.failed + counts.errors, base && base.counts.failed + base.counts.errors],
    ...knownRow(counts, base?.counts),
    ["skipped", counts.skipped, base?.counts.skipped],
    ...requirementRows(requirements, base?.requirements),
    ...(parts ? [...operationRows(parts, base?.coverage), percentRow(parts, base?.coverage)] : []),
  ];
  const columns = base ? "| | now | base | difference |\n|---|---:|---:|---:|" : "| | now |\n|---|---:|";
  const lines = rows.map(([name, now, before]) => {
    const compared = before === undefined ? "" : ` ${formatNumber(before)} | ${difference(now - before)} |`;
    return `| ${name} | ${formatNumber(now)} |${compared}`;
  });
  return [columns, ...lines].join("\n");
}

/** How many test cases failed by known causes alone. */
function knownRow(now: Report["counts"], base: Report["counts"] | undefined): [string, number, number | undefined][] {
  const { known = 0 } = now;
  return known + (base?.known ?? 0) > 0 ? [["known", known, base && (base.known ?? 0)]] : [];
}

/** How many requirements a run verified. Most documents state none. */
function requirementRows(
  now: Report["requirements"],
  base: Report["requirements"] | undefined,
): [string, number, number | undefined][] {
  if (now.length === 0 && (base ?? []).length === 0) return [];
  const verified = (all: Report["requirements"]) => all.filter(({ state }) => state === "verified").length;
  return [
    ["requirements verified", verified(now), base && verified(base)],
    ["requirements", now.length, base?.length],
  ];
}

/** How many operations succeeded at least once, and how many never did. */
function operationRows(now: Coverage, base: Coverage | undefined): [string, number, number | undefined][] {
  const [counts, before] = [countOperations(now.operations), base && countOperations(base.operations)];
  return [
    ["operations tested", counts.tested, before?.tested],
    ["operations without success", counts.unsuccessful, before?.unsuccessful],
    ["operations not called", counts["not reached"], before?.["not reached"]],
  ];
}

function percentRow(now: Coverage, base: Coverage | undefined): [string, number, number | undefined] {
  return ["document exercised, in percent", coveragePercent(now), base && coveragePercent(base)];
}

function difference(number: number): string {
  return number > 0 ? `+${formatNumber(number)}` : number < 0 ? `−${formatNumber(-number)}` : "0";
}

/** A text without markup: a server or a document may have chosen it. */
function plain(text: string): string {
  return text.replace(/[&<>|`*_[\]#@~\\]/g, (character) => `&#${character.charCodeAt(0)};`);
}
