import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { errorText, UserError } from "../src/cli/user-error.js";
import { asObject, isObject } from "../src/openapi/document/document.js";
import type { Report } from "../src/verify/report/report.js";
import { markdownSummary } from "../src/verify/reporters/markdown.js";

// Prints the summary of a run as Markdown, for a pull request:
// npx tsx scripts/summary.ts reports/report.json --base base/report.json

/** @throws UserError if the file is not a report */
async function readReport(file: string): Promise<Report> {
  try {
    const report: Report = JSON.parse(await readFile(file, "utf8"));
    if (isObject(asObject(report).contract) && Array.isArray(report.cases)) return report;
  } catch {
    // The message below is the same for a missing file.
  }
  throw new UserError(`${file} is not a report of verify. Name its report.json.`);
}

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { base: { type: "string" } } });
  const [file] = positionals;
  if (file === undefined) throw new UserError("Name a report: npx tsx scripts/summary.ts reports/report.json");
  console.log(
    markdownSummary(await readReport(file), values.base === undefined ? undefined : await readReport(values.base)),
  );
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(errorText(error));
  process.exitCode = 2;
});
