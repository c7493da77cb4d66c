import { readFile } from "node:fs/promises";
import { UserError } from "#cli/user-error.js";
import type { Report } from "./report.js";

/**
 * Reads a report.json.
 *
 * @param advice the sentence that says which file to name
 * @throws UserError if the file is not a report of this version of verify
 */
export async function readReport(file: string, advice: string): Promise<Report> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UserError(`${file} cannot be read. ${advice}`);
  });
  const report = parsed(text);
  if (!Array.isArray(report?.cases) || !Array.isArray(report.requirements) || report.contract === undefined) {
    throw new UserError(`${file} is not a report of verify. ${advice}`);
  }
  if (Array.isArray(report.causes)) return report;
  throw new UserError(`${file} is the report of an older version of verify, without causes. Run it again. ${advice}`);
}

function parsed(text: string): Report | undefined {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
