import { readFile } from "node:fs/promises";
import { command, exitCodeOf } from "../src/cli/command.js";
import { text } from "../src/cli/option.js";
import { UserError } from "../src/cli/user-error.js";
import { asObject, isObject } from "../src/openapi/document/document.js";
import type { Report } from "../src/verify/report/report.js";
import { markdownSummary } from "../src/verify/reporters/markdown.js";

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

const summaryCommand = command(
  {
    about: "Prints the summary of a run as Markdown, for a pull request.",
    usage: "npx tsx scripts/summary.ts reports/report.json [options]",
    takesOperands: true,
    options: [{ base: text("--base FILE", "the report of the base branch, to compare with") }],
  },
  async ({ base }, [file]) => {
    if (file === undefined) throw new UserError("Name a report: npx tsx scripts/summary.ts reports/report.json");
    console.log(markdownSummary(await readReport(file), base === undefined ? undefined : await readReport(base)));
    return 0;
  },
);

process.exitCode = await exitCodeOf(summaryCommand(process.argv.slice(2)));
