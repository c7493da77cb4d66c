import { failureText } from "../report/failure.js";
import { type CaseResult, groupBy, type Report } from "../report/report.js";
import { representable } from "./characters.js";
import type { Reporter } from "./reporter.js";

/** `junit.xml`: a test suite for each operation, in the format that CI systems read. */
export const junit: Reporter = { id: "junit", fileName: "junit.xml", render };

function render({ contract, duration, cases, requirements }: Report): string {
  const suites = [...groupBy(cases, ({ operation }) => operation)].map(([operation, own]) => {
    const time = own.reduce((sum, { outcome }) => sum + durationOf(outcome), 0);
    const elements = own.map((each) => testCase(each, requirements));
    const facts = attributes({ name: operation, ...totals(own), time: seconds(time) });
    return `  <testsuite ${facts}>\n${elements.join("")}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${attributes({ name: contract.title, ...totals(cases), time: seconds(duration) })}>
${suites.join("")}</testsuites>
`;
}

function testCase({ name, operation, outcome }: CaseResult, requirements: Report["requirements"]): string {
  const result = resultElement(outcome, requirements);
  const start = `    <testcase ${attributes({ classname: operation, name, time: seconds(durationOf(outcome)) })}`;
  return result === undefined ? `${start}/>\n` : `${start}>\n      ${result}\n    </testcase>\n`;
}

function resultElement(outcome: CaseResult["outcome"], requirements: Report["requirements"]): string | undefined {
  if (outcome.verdict === "passed") return undefined;
  if (outcome.verdict === "skipped") return `<skipped ${attributes({ message: outcome.reason })}/>`;
  const text = failureText(outcome, requirements) ?? "";
  const [element, message] =
    outcome.verdict === "error" ? ["error", outcome.reason] : ["failure", text.split("\n", 1)[0] ?? ""];
  return `<${element} ${attributes({ message })}>${escaped(text)}</${element}>`;
}

function totals(cases: readonly CaseResult[]) {
  const count = (verdict: string) => cases.filter(({ outcome }) => outcome.verdict === verdict).length;
  return { tests: cases.length, failures: count("failed"), errors: count("error"), skipped: count("skipped") };
}

function durationOf(outcome: CaseResult["outcome"]): number {
  return "duration" in outcome ? outcome.duration : 0;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value)).replace(/[\t\n]/g, reference)}"`)
    .join(" ");
}

/**
 * Escaped for text, and for attributes in double quotes. A bare `>` may not follow `]]` (XML 1.0, 2.4); a parser turns
 * a bare carriage return into a line feed (2.11), and white space of an attribute into spaces (3.3.3).
 */
function escaped(text: string): string {
  return representable(text).replace(/[&<>"\r]/g, reference);
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
