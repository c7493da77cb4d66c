import { UserError } from "#cli/user-error.js";
import { compareReports, requireSameApi } from "../report/compare.js";
import { readReport } from "../report/read-report.js";
import type { Report } from "../report/report.js";
import { type KnownFile, readKnownFile } from "./known/read.js";
import { writeKnownFile } from "./known/write.js";
import { type Printed, publish } from "./publish.js";

/** The files by which the findings of a run are judged, beside the contract. */
export interface Judging {
  known: KnownFile | undefined;
  updateKnown: boolean;
  /** The report to compare with. */
  base: Report | undefined;
}

/**
 * Reads the files by which a run is judged, before it sends anything.
 *
 * @param title of the contract; undefined if it is not known yet
 * @throws UserError if a file cannot be used
 */
export async function readJudging(
  { known, updateKnown, compare }: { known?: string | undefined; updateKnown: boolean; compare: string | undefined },
  title?: string,
): Promise<Judging> {
  if (updateKnown && known === undefined) throw new UserError("--update-known needs a file: --known known.yaml");
  const base =
    compare === undefined ? undefined : await readReport(compare, "Name the report.json of a run: --compare FILE");
  if (base && title !== undefined) requireSameApi(base, title);
  return { known: known === undefined ? undefined : await readKnownFile(known, updateKnown), updateKnown, base };
}

/** Publishes a report, compared with the base, and updates the file of known findings. Returns the exit code. */
export async function publishJudged(
  report: Report,
  reports: Printed,
  { known, updateKnown, base }: Judging,
): Promise<number> {
  const compared = base ? { ...report, comparison: compareReports(report, base) } : report;
  const code = await publish(compared, reports, base);
  if (known && updateKnown) for (const line of await writeKnownFile(known, report)) console.log(line);
  return code;
}
