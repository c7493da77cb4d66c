import { appendFile } from "node:fs/promises";
import { relative } from "node:path";
import { shown } from "#cli/terminal-signs.js";
import type { Report } from "../report/report.js";
import { EXIT_CODES } from "../report/verdict.js";
import { compactReport } from "../reporters/compact.js";
import { githubAnnotations } from "../reporters/github.js";
import { markdownSummary } from "../reporters/markdown.js";
import { writeReports } from "../reporters/registry.js";
import type { Reports } from "../reporters/reports-option.js";
import { terminalReport } from "../reporters/terminal.js";

/** Where and how a report is written and printed. */
export interface Printed extends Reports {
  /** The form of the output (default: text for people). */
  format?: "text" | "compact";
}

/**
 * Writes and prints a report. On GitHub, also as annotations, and as the summary of the step.
 *
 * @param base the report that it is compared with
 * @returns the exit code
 */
export async function publish(report: Report, reports: Printed, base?: Report): Promise<number> {
  const files = await writeReports(report, reports.folder, reports.formats);
  console.log(reports.format === "compact" ? compactReport(report) : shown(terminalReport(report)));
  console.log(`Reports: ${files.map((file) => relative(process.cwd(), file)).join(", ")}`);
  const { GITHUB_STEP_SUMMARY } = process.env;
  if (GITHUB_STEP_SUMMARY) await appendFile(GITHUB_STEP_SUMMARY, `${markdownSummary(report, base)}\n`);
  if (process.env.GITHUB_ACTIONS === "true") for (const line of githubAnnotations(report)) console.log(line);
  return EXIT_CODES[report.verdict];
}
