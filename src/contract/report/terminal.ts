import { styleText } from "node:util";
import { grouped } from "../grouped.js";
import type { CaseReport, Outcome } from "../verification.js";
import { failureText } from "./failure-text.js";
import type { Report } from "./report.js";
import { counted } from "./wording.js";

/** More failures than these are counted only: the reports have them all. */
const SHOWN = 20;

/** What a run prints: a line per operation, the failures in full, and the verdict. Colours only where they show. */
export function terminalReport(report: Report): string {
  const { cases, verdict } = report;
  const told = verdict === "could not run" ? [] : distinctFailures(report);
  const details = told.slice(0, SHOWN).map(({ name, text, others }) => {
    const more = others > 0 ? `\n  (and the same in ${others} more ${others === 1 ? "case" : "cases"})` : "";
    return `\n${red("✗")} ${bold(name)}\n${text.replace(/^/gm, "  ")}${more}`;
  });
  const rest = told.length > SHOWN ? [`\n… and ${told.length - SHOWN} more, which the reports hold.`] : [];
  return [...operationLines(cases), ...details, ...rest, "", ...closingLines(report)].join("\n");
}

function operationLines(cases: readonly CaseReport[]): string[] {
  const operations = [...grouped(cases, ({ operation }) => operation)];
  const width = operations.reduce((widest, [name]) => Math.max(widest, name.length), 0);
  return operations.map(([name, own]) => {
    const count = (which: string) => own.filter(({ outcome }) => outcome.verdict === which).length;
    const [broken, silent] = [count("broken"), count("no answer")];
    const skipped = count("not verified");
    const sign = broken + silent > 0 ? red("✗") : skipped === own.length ? yellow("–") : green("✓");
    const facts = [
      `${count("holds")} of ${own.length} hold`,
      broken > 0 ? red(`${broken} broken`) : "",
      silent > 0 ? red(`${silent} without an answer`) : "",
      skipped > 0 ? yellow(`${skipped} not verified: ${commonReason(own)}`) : "",
    ];
    return `  ${sign} ${name.padEnd(width)}  ${facts.filter(Boolean).join(", ")}`;
  });
}

/** The reason that most of what was not verified shares. */
function commonReason(cases: readonly CaseReport[]): string {
  const reasons = cases.flatMap(({ outcome }) => (outcome.verdict === "not verified" ? [outcome.reason] : []));
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const [most = ""] = [...counts.entries()].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  return counts.size > 1 ? `${most}; and other reasons` : most;
}

/** A failed case: the text that tells what is wrong, and how many cases failed alike. */
export interface Failure {
  name: string;
  text: string;
  others: number;
}

/** The failures of a run. Those that found the same things in the same places are told once. */
export function distinctFailures({ cases, promises }: Pick<Report, "cases" | "promises">): Failure[] {
  const groups = new Map<string, Failure>();
  for (const { name, operation, outcome } of cases) {
    const text = failureText(outcome, promises);
    if (text === undefined) continue;
    const key = `${operation} ${foundIn(outcome)}`;
    const known = groups.get(key);
    if (known) known.others += 1;
    else groups.set(key, { name, text, others: 0 });
  }
  return [...groups.values()];
}

function foundIn(outcome: Outcome): string {
  if (outcome.verdict !== "broken") return outcome.verdict;
  const found = outcome.findings.map(
    ({ check, location, message }) => `${check} ${location} ${message.replace(/\d+/g, "#")}`,
  );
  return [...new Set(found)].join("\n");
}

function closingLines({ verdict, reason, counts, promises, leftovers }: Report): string[] {
  const left =
    leftovers.length > 0 ? [yellow(`Left on the target, because nothing removes it: ${leftovers.join(", ")}.`)] : [];
  if (verdict === "could not run") return [`${red("The contract could not be verified.")} ${reason}`, ...left];
  const facts = [
    counted(counts.cases, "case"),
    `${counts.holds} hold`,
    `${counts.broken} broken`,
    ...(counts.noAnswer > 0 ? [`${counts.noAnswer} without an answer`] : []),
    `${counts.notVerified} not verified`,
    counted(counts.requests, "request"),
  ].join(", ");
  const headline = {
    holds: green("The contract holds."),
    broken: red("The contract is broken."),
    "not verified": yellow("The contract was not wholly verified."),
  }[verdict];
  return [`${headline} ${facts}.`, ...(promises.length > 0 ? [promiseLine(promises)] : []), ...left];
}

function promiseLine(promises: Report["promises"]): string {
  const of = (state: string) => promises.filter((each) => each.state === state).map(({ id }) => id);
  const [holding, broken, open] = [of("holds"), of("broken"), of("not verified")];
  const facts = [
    `${holding.length} of ${promises.length} hold`,
    ...(broken.length > 0 ? [`broken: ${broken.join(", ")}`] : []),
    ...(open.length > 0 ? [`not verified: ${open.join(", ")} (the reports tell why)`] : []),
  ];
  return `Promises: ${facts.join("; ")}.`;
}

const red = (text: string) => styleText("red", text);
const green = (text: string) => styleText("green", text);
const yellow = (text: string) => styleText("yellow", text);
const bold = (text: string) => styleText("bold", text);
