import { settingsToAdd } from "../report/additions.js";
import { countingIn } from "../report/cause/causes.js";
import { reproductionLines } from "../report/failure.js";
import { faultCodes } from "../report/fault-code.js";
import { knownRemarks, remarkLine } from "../report/known/known-text.js";
import { coveragePercent, type Report } from "../report/report.js";
import { CLEAN_UP, counted, sentence, VERDICTS } from "../report/wording.js";

/** A text of so many characters has fewer than 2,000 tokens, with 3.5 characters for each. */
const MAX_LENGTH = 6800;

/** The longest line of a cause: values of a server may be long. */
const MAX_LINE = 400;

/** The longest reproduction: a part of it would send another request, or none. */
const MAX_REPRODUCTION = 2000;

/**
 * The report of a run in few words, for assistants and programs. It has the verdict, each cause with its id and the line
 * that reproduces it, and what to do next. Causes that do not fit are counted.
 */
export function compactReport(report: Report): string {
  const { verdict, reason, contract, target, counts, causes, coverage, leftovers, start } = report;
  const codes = faultCodes(report);
  const failures = countingIn(causes, "failure");
  const opening = [
    `${VERDICTS[verdict].headline}: ${contract.title} ${contract.version} against ${target}.`,
    ...(reason === undefined ? [] : [sentence(reason)]),
    `${counts.passed} passed, ${counts.failed + counts.errors} failed, ${counts.known ? `${counts.known} known, ` : ""}${counts.skipped} skipped; ${counted(counts.requests, "request")}${coverage ? `; ${coveragePercent(coverage)} % of the document` : ""}.`,
  ];
  const entries = failures.map(({ id, title, example, operations }, index) => [
    ...[
      `${index + 1}. ${title}`,
      `   id: ${id}${codes.has(id) ? ` (${codes.get(id)})` : ""}; operations: ${operations.slice(0, 3).join(", ")}`,
      ...(example.place === undefined ? [] : [`   contract: ${example.place}`]),
      ...(example.expected === undefined ? [] : [`   expected: ${example.expected}; received: ${example.received}`]),
    ].map(cut),
    ...(example.reproduce ? runnable(example.reproduce, start).map((line) => `   ${line}`) : []),
  ]);
  const { settings, more } = settingsToAdd(report.cases);
  const closing = [
    ...(counts.warnings > 0 ? [`${counted(counts.warnings, "warning")}: see report.json.`] : []),
    ...knownRemarks(report).map((remark) => cut(remarkLine(remark))),
    ...(leftovers.length > 0
      ? [`${counted(leftovers.length, "resource was", "resources were")} created and not removed. ${CLEAN_UP}`]
      : []),
    ...(failures.length > 0
      ? [
          "To do: correct the first cause on the server, or the contract if the server is right, and run again with --only and its operation.",
        ]
      : []),
    ...settings
      .slice(0, 5)
      .map(({ written, opens }) => cut(`To verify more, add to the target file: ${written} (${opens})`)),
    ...(more > 0 ? [`${counted(more, "more setting")}.`] : []),
  ];
  return [...opening, ...fitting(entries, [...opening, ...closing]), ...closing].join("\n");
}

/** As many causes as fit beside the other lines, and the number of those that do not. */
function fitting(entries: readonly (readonly string[])[], others: readonly string[]): string[] {
  const lines: string[] = [];
  let left = MAX_LENGTH - others.join("\n").length;
  for (const [index, entry] of entries.entries()) {
    left -= entry.join("\n").length + 1;
    if (left < 0) return [...lines, `… and ${counted(entries.length - index, "more cause")}: see report.json.`];
    lines.push(...entry);
  }
  return lines;
}

/** The lines that send the requests again. A line that is cut, or joined with another one, does not run. */
function runnable(reproduce: string, start: string | undefined): string[] {
  return reproduce.length > MAX_REPRODUCTION
    ? [`reproduce: see report.json (${counted(reproduce.length, "character")})`]
    : reproductionLines(reproduce, start);
}

function cut(line: string): string {
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE).toWellFormed()}…` : line;
}
