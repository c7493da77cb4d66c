import { command } from "#cli/command.js";
import { COMMENT_MARK } from "#cli/comment-mark.js";
import { commandLine } from "#cli/installation.js";
import { flag, text } from "#cli/option.js";
import { UserError } from "#cli/user-error.js";
import { readReport } from "../report/read-report.js";
import { markdownSummary } from "../reporters/markdown.js";

const ADVICE = "Name the report.json of a run.";

/** `summary`: prints the summary of a run as Markdown. The page of a job or a comment of a pull request shows it. */
export const summaryCommand = command(
  {
    about: "Prints the summary of a run as Markdown, for the page of a job, or for a comment of a pull request.",
    usage: commandLine("summary", "REPORT.json [options]"),
    takesOperands: true,
    options: [
      {
        base: text("--base FILE", "the report.json of another run, such as that of the base branch, to compare with"),
        comment: flag("--comment", "begin with a line by which a later run finds the comment, to update it"),
      },
    ],
  },
  async ({ base, comment }, [file]) => {
    if (file === undefined) throw new UserError(`Name a report: ${commandLine("summary", "reports/report.json")}`);
    const report = await readReport(file, ADVICE);
    const compared = base === undefined ? undefined : await readReport(base, ADVICE);
    console.log(`${comment ? `${COMMENT_MARK}\n` : ""}${markdownSummary(report, compared)}`);
    return 0;
  },
);
