import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { asObject } from "../../../src/openapi/document.js";
import { ended, start } from "../../command-line.js";

/** The numbers of test cases in a run of `verify`, by their result. */
export interface VerifyCounts {
  passed: number;
  failed: number;
  skipped: number;
  /** Undefined if the report has no warnings. */
  warnings: number | undefined;
  seconds: number;
}

/** The time limit of a run, in seconds. */
const MAX_TIME = 120;

/**
 * Verifies the mock of a document by its document, with the command.
 *
 * @param folder a folder for the reports
 */
export async function verifyMock(spec: string, folder: string): Promise<VerifyCounts> {
  const reports = join(folder, "reports");
  const begun = Date.now();
  const args = ["verify", "--spec", spec, "--reports", reports, "--max-time", String(MAX_TIME)];
  const { stderr } = await ended(start(["src/cli.ts", ...args]));
  const text = await readFile(join(reports, "report.json"), "utf8").catch(() => {
    throw new Error(stderr);
  });
  const counts = asObject(asObject(JSON.parse(text)).counts);
  return {
    passed: Number(counts.passed),
    failed: Number(counts.failed) + Number(counts.errors ?? 0),
    skipped: Number(counts.skipped),
    warnings: counts.warnings === undefined ? undefined : Number(counts.warnings),
    seconds: (Date.now() - begun) / 1000,
  };
}
