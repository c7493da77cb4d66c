import { groupBy } from "../../src/verify/model/group-by.js";
import { attributes, escaped, junitTimestamp } from "../../src/verify/reporters/junit-xml.js";
import type { LintProblem, LintReport } from "./problem.js";

/**
 * The JUnit report of the problems of a document: a test suite for each file, and a test case for each problem. Redocly
 * CLI's own is not valid by Jenkins' junit-10.xsd.
 *
 * @param date the time of the run (ISO 8601, UTC)
 */
export function junitOf(report: LintReport, date = new Date().toISOString()): string {
  const timestamp = junitTimestamp(date);
  const suite = (name: string, own: readonly LintProblem[]) =>
    `  <testsuite ${attributes({ name, ...totals(own), timestamp })}>\n${testCases(own)}  </testsuite>\n`;
  const files = groupBy(report.problems, ({ file }) => file);
  // CI systems take a report without test cases for a failure.
  const suites = files.size === 0 ? [suite("lint", [])] : [...files].map(([file, own]) => suite(file, own));
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${attributes({ name: "redocly lint", ...totals(report.problems) })}>
${suites.join("")}</testsuites>
`;
}

/** A lint without problems is one test case. */
function totals(problems: readonly LintProblem[]) {
  return { tests: Math.max(1, problems.length), failures: problems.filter(isError).length, errors: 0 };
}

function testCases(problems: readonly LintProblem[]): string {
  if (problems.length > 0) return problems.map(testCase).join("");
  return `    <testcase ${attributes({ classname: "lint", name: "no problems" })}/>\n`;
}

function isError({ severity }: LintProblem): boolean {
  return severity === "error";
}

/** The format has no warnings; CI systems show the output of a test. */
function testCase(problem: LintProblem): string {
  const { ruleId, message, file, line, pointer = "" } = problem;
  const place = line === undefined ? file : `${file}:${line}`;
  const result = isError(problem)
    ? `<failure ${attributes({ message, type: ruleId })}>${escaped(`${place}\n${pointer}`)}</failure>`
    : `<system-out>${escaped(`warning: ${message}\n${place}`)}</system-out>`;
  return `    <testcase ${attributes({ classname: ruleId, name: `${place} ${pointer}` })}>\n      ${result}\n    </testcase>\n`;
}
