import { access, constants, mkdir, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { UserError } from "#cli/user-error.js";
import type { Report } from "../report/report.js";
import { ctrf } from "./ctrf.js";
import { failures } from "./failures.js";
import { html } from "./html.js";
import { json } from "./json.js";
import { junit } from "./junit.js";
import type { Reporter } from "./reporter.js";
import { sarif } from "./sarif.js";

/** The reporters that write files, in the order in which their files are named. */
export const FILE_REPORTERS: readonly Reporter<string | Iterable<string> | undefined>[] = [
  junit,
  json,
  sarif,
  html,
  failures,
  ctrf,
];

/** The formats of a run that names none. */
export const DEFAULT_FORMATS: readonly string[] = FILE_REPORTERS.filter((reporter) => reporter !== ctrf).map(
  ({ id }) => id,
);

/**
 * Makes the folder of the reports, and removes the files of an earlier run. They could be mistaken for files of this run.
 *
 * @param kept a file that the run reads, and that stays until it ends
 * @throws UserError if the folder is not writable
 */
export async function prepareFolder(folder: string, kept?: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
    const files = FILE_REPORTERS.map(({ fileName }) => resolve(folder, fileName));
    const old = files.filter((file) => kept === undefined || file !== resolve(kept));
    await Promise.all(old.map((file) => rm(file, { force: true })));
  } catch (error) {
    fail(folder, error);
  }
}

/**
 * Writes a report in every chosen format that has something to say, and removes the files of the others.
 *
 * @returns the paths of the files
 * @throws UserError if a file cannot be written
 */
export async function writeReports(
  report: Report,
  folder: string,
  formats: readonly string[] = DEFAULT_FORMATS,
): Promise<string[]> {
  const written: string[] = [];
  const errors: unknown[] = [];
  // One after the other, because a large report takes a hundred megabytes in each format.
  for (const { id, fileName, render } of FILE_REPORTERS) {
    const path = resolve(folder, fileName);
    const content = formats.includes(id) ? render(report) : undefined;
    try {
      if (content === undefined) await rm(path, { force: true });
      else {
        await writeFile(path, content);
        written.push(path);
      }
    } catch (error) {
      // A failure is reported when all others are written.
      errors.push(error);
    }
  }
  if (errors.length > 0) fail(folder, errors[0]);
  return written;
}

function fail(folder: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new UserError(`The reports cannot be written to ${folder}: ${reason}. Name a folder: --reports DIR`);
}
