import { styleText } from "node:util";
import type { Verdict } from "../verdict.js";
import type { CaseReport } from "../verification.js";

/** A failed case with the text that tells what is wrong. */
export interface Failure {
  name: string;
  text: string;
}

/** What a run prints: a line per operation, the failures in full, and the verdict. Colours only where they show. */
export function terminalReport(reports: readonly CaseReport[], failures: readonly Failure[], verdict: Verdict): string {
  const operations = [...new Set(reports.map(({ operation }) => operation))];
  const width = Math.max(0, ...operations.map((name) => name.length));
  const lines = operations.map((name) => {
    const own = reports.filter(({ operation }) => operation === name);
    const count = (which: string) => own.filter(({ outcome }) => outcome.verdict === which).length;
    const [broken, silent] = [count("broken"), count("no answer")];
    const skipped = count("not verified");
    const sign = broken + silent > 0 ? red("✗") : skipped === own.length ? yellow("–") : green("✓");
    const [reason] = own.flatMap(({ outcome }) => (outcome.verdict === "not verified" ? [outcome.reason] : []));
    const facts = [
      `${count("holds")} of ${own.length} hold`,
      broken > 0 ? red(`${broken} broken`) : "",
      silent > 0 ? red(`${silent} without an answer`) : "",
      skipped > 0 ? yellow(`${skipped} not verified: ${reason}`) : "",
    ];
    return `  ${sign} ${name.padEnd(width)}  ${facts.filter(Boolean).join(", ")}`;
  });
  const told = verdict.verdict === "could not run" ? [] : failures;
  const details = told.map(({ name, text }) => `\n${red("✗")} ${bold(name)}\n${text.replace(/^/gm, "  ")}`);
  return [...lines, ...details, "", verdictLine(verdict)].join("\n");
}

function verdictLine({ verdict, reason, counts }: Verdict): string {
  const facts = [
    `${counts.cases} cases`,
    `${counts.holds} hold`,
    `${counts.broken} broken`,
    ...(counts.noAnswer > 0 ? [`${counts.noAnswer} without an answer`] : []),
    `${counts.notVerified} not verified`,
  ].join(", ");
  if (verdict === "could not run") return `${red("The contract could not be verified.")} ${reason}`;
  return verdict === "holds"
    ? `${green("The contract holds.")} ${facts}.`
    : `${red("The contract is broken.")} ${facts}.`;
}

const red = (text: string) => styleText("red", text);
const green = (text: string) => styleText("green", text);
const yellow = (text: string) => styleText("yellow", text);
const bold = (text: string) => styleText("bold", text);
