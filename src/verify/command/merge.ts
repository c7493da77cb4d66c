import { onLines, onOneLine } from "#cli/unprintable.js";
import { mergedReport } from "../report/merge.js";
import { prepareFolder } from "../reporters/registry.js";
import { settingsLine, withFile } from "../target/file/configuration.js";
import { publishJudged, readJudging } from "./judging.js";
import type { VerifyValues } from "./options.js";

/**
 * Merges the reports of the parts of a run.
 *
 * @returns the exit code
 * @throws UserError if a report or another file cannot be used
 */
export async function mergeReports(given: VerifyValues): Promise<number> {
  const options = await withFile(given, false);
  const { merge, reports } = options;
  const judging = await readJudging(options);
  const report = await mergedReport(merge, { ...options, known: judging.known?.entries });
  await prepareFolder(reports.folder);
  const { title, version } = report.contract;
  console.log(
    `${onOneLine(`${title} ${version}`)} against ${report.target}, in ${merge.length} parts${onLines(settingsLine(options.file))}\n`,
  );
  return publishJudged(report, { ...reports, format: options.format }, judging);
}
