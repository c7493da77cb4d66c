import { mkdir, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { htmlReport } from "./html.js";
import type { Report } from "./report.js";

/**
 * Makes the folder of the reports, and removes those of an earlier run: what that found must not pass for what this one
 * did not come to write.
 *
 * @throws Error if the folder cannot be written to
 */
export async function makeWay(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw new Error(`The reports cannot be written to ${folder}: ${error.message}. Name a folder: --reports DIR`);
  });
  const files = ["junit.xml", "report.json", "report.html"].map((name) => resolve(folder, name));
  await Promise.all(files.map((file) => rm(file, { force: true })));
}

/** Writes `report.json` and `report.html` into a folder, and returns their paths. */
export async function writeReport(report: Report, folder: string): Promise<string[]> {
  const json = resolve(folder, "report.json");
  const html = resolve(folder, "report.html");
  await writeFile(json, `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(html, htmlReport(report));
  return [json, html];
}
