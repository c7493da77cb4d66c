import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { formatProblems, type NormalizedProblem, type OutputFormat, Source } from "@redocly/openapi-core";
import type { JsonObject } from "../../src/openapi/document/document.js";
import { junitOf } from "./junit.js";
import { asOneReport, type LintProblem, type LintReport } from "./problem.js";
import { sarifOf } from "./sarif.js";

/** The formats that Redocly CLI has. */
const OF_REDOCLY: readonly OutputFormat[] = [
  ...(["codeframe", "stylish", "json", "checkstyle", "codeclimate"] as const),
  ...(["summary", "markdown", "github-actions"] as const),
];

/** The formats of the lint. */
export const LINT_FORMATS: readonly string[] = [...OF_REDOCLY, "junit", "sarif"];

/** Prints the problems of documents in a format. */
export async function printProblems(
  reports: readonly LintReport[],
  format: string,
  maxProblems: number,
): Promise<void> {
  const all = asOneReport(reports);
  if (format === "junit") process.stdout.write(junitOf(all));
  else if (format === "sarif") process.stdout.write(sarifOf(all));
  else if (format === "json") for (const report of reports) console.log(JSON.stringify(jsonOf(report), null, 2));
  else {
    const known = OF_REDOCLY.find((name) => name === format) ?? "codeframe";
    for (const report of reports) {
      const problems = await Promise.all(report.problems.map(normalized));
      formatProblems(problems, { format: known, maxProblems, version: all.version, totals: totalsOf(report) });
    }
  }
}

/** The form of Redocly CLI. */
function jsonOf(report: LintReport): JsonObject {
  const problems = report.problems.map(({ ruleId, severity, message, suggest, ...place }) => {
    const { file, pointer, reportOnKey, line, column } = place;
    const start = line === undefined || column === undefined ? {} : { start: { line, col: column } };
    const at = pointer === undefined ? {} : { pointer };
    const location = [{ source: { ref: file }, ...at, reportOnKey, ...start }];
    return { ruleId, severity, message, suggest: [...suggest], location };
  });
  return { totals: totalsOf(report), version: report.version, problems };
}

/** The numbers of problems of a document. */
export function totalsOf({ problems }: LintReport): { errors: number; warnings: number; ignored: number } {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  return { errors, warnings: problems.length - errors, ignored: 0 };
}

/** A problem in the form of Redocly's code. A file that cannot be read, such as one at a URL, has no places. */
async function normalized({ ruleId, severity, message, suggest, ...place }: LintProblem): Promise<NormalizedProblem> {
  const { file, line = 1, column = 1, pointer, reportOnKey } = place;
  const text = await readFile(file, "utf8").catch(() => undefined);
  const source = new Source(text === undefined ? file : resolve(file), text ?? "");
  const location =
    text === undefined || pointer === undefined
      ? { source, start: { line, col: column }, pointer: undefined }
      : { source, pointer, reportOnKey };
  return { ruleId, severity, message, suggest: [...suggest], location: [location] };
}
