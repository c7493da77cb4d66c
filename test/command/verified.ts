import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Run, runCommand } from "../command-line.js";
import { temporaryFolder } from "../temporary.js";

/** A run of `verify` as its users start it. */
export interface Verified extends Run {
  /** The folder of the reports. */
  folder: string;
  /** The written reports by name. */
  reports: Record<string, string>;
  /** Everything that the run printed or wrote. */
  everything: string;
}

/** Runs `verify` with reports in a folder of its own, to its end. */
export async function verify(args: string[], env: Record<string, string> = {}): Promise<Verified> {
  const folder = await temporaryFolder("verify");
  const result = await runCommand(["verify", "--reports", folder, ...args], env);
  const names = await readdir(folder);
  const reports = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")])),
  );
  return {
    ...result,
    folder,
    reports,
    everything: [result.stdout, result.stderr, ...Object.values(reports)].join("\n"),
  };
}
