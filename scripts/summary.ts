import { command, exitCodeOf } from "../src/cli/command.js";
import { text } from "../src/cli/option.js";
import { UserError } from "../src/cli/user-error.js";
import { readReport } from "../src/verify/report/read-report.js";
import { markdownSummary } from "../src/verify/reporters/markdown.js";

const ADVICE = "Name the report.json of a run.";

const summaryCommand = command(
  {
    about: "Prints the summary of a run as Markdown, for a pull request.",
    usage: "npx tsx scripts/summary.ts reports/report.json [options]",
    takesOperands: true,
    options: [{ base: text("--base FILE", "the report of the base branch, to compare with") }],
  },
  async ({ base }, [file]) => {
    if (file === undefined) throw new UserError("Name a report: npx tsx scripts/summary.ts reports/report.json");
    const report = await readReport(file, ADVICE);
    console.log(markdownSummary(report, base === undefined ? undefined : await readReport(base, ADVICE)));
    return 0;
  },
);

process.exitCode = await exitCodeOf(summaryCommand(process.argv.slice(2)));
