import { failureText, statementOf } from "../report/failure.js";
import { knownText } from "../report/known/known-text.js";
import {
  type CaseResult,
  countOutcomes,
  explorationOf,
  findingsOf,
  groupBy,
  type Report,
  skipText,
  stateOf,
} from "../report/report.js";
import { attributes, escaped, junitTimestamp } from "./junit-xml.js";
import type { Reporter } from "./reporter.js";

/** `junit.xml`: a test suite for each operation, in the format that CI systems read. */
export const junit: Reporter = { id: "junit", fileName: "junit.xml", render };

function render({ verdict, reason, contract, date, duration, cases, causes, requirements, start }: Report): string {
  const timestamp = junitTimestamp(date);
  const run = verdict === "error" ? [runSuite(timestamp, reason)] : [];
  const suites = [...groupBy(cases, ({ operation }) => operation)].map(([operation, own]) => {
    const time = own.reduce((sum, { outcome }) => sum + durationOf(outcome), 0);
    const elements = own.map((result) => testCase(result, { causes, requirements, start }));
    const facts = attributes({ name: operation, ...totals(own), time: seconds(time), timestamp });
    return `  <testsuite ${facts}>\n${propertiesElement(own)}${elements.join("")}  </testsuite>\n`;
  });
  // Jenkins' schema (junit-10.xsd) has no `skipped` here.
  const { skipped: _, ...counts } = totals(cases, run.length);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${attributes({ name: contract.title, ...counts, time: seconds(duration) })}>
${[...run, ...suites].join("")}</testsuites>
`;
}

/** A run that proves nothing is an error of its own: its test cases may have passed. */
function runSuite(timestamp: string, reason = "The reason is unknown"): string {
  const name = "the server can be tested";
  return `  <testsuite ${attributes({ name: "verify", ...totals([], 1), time: seconds(0), timestamp })}>
    <testcase ${attributes({ classname: "verify", name, time: seconds(0) })}>
      <error ${attributes({ message: reason })}></error>
    </testcase>
  </testsuite>
`;
}

/** The number of random requests, if the operation was explored. */
function propertiesElement(cases: readonly CaseResult[]): string {
  const exploration = explorationOf(cases);
  if (!exploration) return "";
  const property = attributes({ name: "exploration.requests", value: exploration.requests });
  return `    <properties><property ${property}/></properties>\n`;
}

/** The parts of a report that the text of a failure needs. */
type Facts = Pick<Report, "causes" | "requirements" | "start">;

function testCase({ name, operation, outcome, warnings }: CaseResult, facts: Facts): string {
  const elements = [resultElement(outcome, facts), warningElement(warnings)].filter((element) => element !== undefined);
  const start = `    <testcase ${attributes({ classname: operation, name, time: seconds(durationOf(outcome)) })}`;
  if (elements.length === 0) return `${start}/>\n`;
  return `${start}>\n${elements.map((element) => `      ${element}\n`).join("")}    </testcase>\n`;
}

/** The message is the first line of a failure, its type the causes; the element has the other lines. */
function resultElement(outcome: CaseResult["outcome"], facts: Facts): string | undefined {
  if (outcome.verdict === "passed") return undefined;
  if (outcome.verdict === "skipped") return `<skipped ${attributes({ message: skipText(outcome) })}/>`;
  if (stateOf(outcome) === "known") return `<skipped ${attributes({ message: knownMessage(outcome, facts) })}/>`;
  const { requirements, start } = facts;
  const [message = "", ...details] = (failureText(outcome, requirements, start) ?? "").split("\n");
  const element = outcome.verdict === "error" ? "error" : "failure";
  const causes = causesOf(outcome).join(", ");
  return `<${element} ${attributes({ message, ...(causes === "" ? {} : { type: causes }) })}>${escaped(details.join("\n"))}</${element}>`;
}

/** The known causes of an outcome, and why they are accepted: the format has no state for them. */
function knownMessage(outcome: CaseResult["outcome"], { causes }: Facts): string {
  const ids = causesOf(outcome);
  const texts = causes.flatMap(({ id, title, known }) =>
    known && ids.includes(id) ? [`known: ${title}. ${knownText(known)}`] : [],
  );
  return texts.join("; ");
}

/** The ids of the causes of an outcome. */
function causesOf(outcome: CaseResult["outcome"]): string[] {
  const own = outcome.verdict === "error" ? [outcome.cause] : [];
  const all = [...findingsOf(outcome).map(({ cause }) => cause), ...own];
  return [...new Set(all.flatMap((cause) => cause ?? []))];
}

/** The format has no warnings; CI systems show the output of a test. */
function warningElement(warnings: CaseResult["warnings"]): string | undefined {
  if (warnings.length === 0) return undefined;
  const lines = warnings.map((finding) => `warning: ${statementOf(finding)}`);
  return `<system-out>${escaped(lines.join("\n"))}</system-out>`;
}

/** @param errors beside those of the test cases */
function totals(cases: readonly CaseResult[], errors = 0) {
  const { failed, error, skipped, known } = countOutcomes(cases);
  return { tests: cases.length + errors, failures: failed, errors: error + errors, skipped: skipped + known };
}

function durationOf(outcome: CaseResult["outcome"]): number {
  return "duration" in outcome ? outcome.duration : 0;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
