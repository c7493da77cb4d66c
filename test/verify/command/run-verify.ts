import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Run, runCommand } from "#test/command-line.js";
import { referenceFile } from "#test/team-api/reference-contract.js";
import { temporaryFolder } from "#test/temporary.js";
import type { Report } from "#verify/report/report.js";

/** A run of the published `verify` command. */
export interface VerifyRun extends Run {
  /** The folder of the reports. */
  folder: string;
  /** The texts of the reports by file name. */
  reports: Record<string, string>;
  /** All output and all reports. */
  everything: string;
}

/** Runs `verify` to its end, with a folder of its own for the reports (default of `--spec`: the reference contract). */
export async function runVerify(args: string[], env: Record<string, string> = {}): Promise<VerifyRun> {
  const folder = await temporaryFolder("verify");
  const result = await runCommand(["verify", "--spec", await referenceFile(), "--reports", folder, ...args], env);
  const names = await readdir(folder);
  const reports = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")])),
  );
  const everything = [result.stdout, result.stderr, ...Object.values(reports)].join("\n");
  return { ...result, folder, reports, everything };
}

/** The report.json of a run. */
export function reportOf({ reports: { "report.json": text = "" } }: Pick<VerifyRun, "reports">): Report {
  return JSON.parse(text);
}
