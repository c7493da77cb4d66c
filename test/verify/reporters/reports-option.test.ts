import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/temporary.js";
import { DEFAULT_FORMATS, writeReports } from "#verify/reporters/registry.js";
import { REPORTS } from "#verify/reporters/reports-option.js";
import { report, result } from "./sample.js";

test.each<[string[], string, readonly string[]]>([
  [[], "reports", DEFAULT_FORMATS],
  [["out"], "out", DEFAULT_FORMATS],
  [["ctrf, junit"], "reports", ["ctrf", "junit"]],
  [["out,ctrf"], "out", ["ctrf"]],
  [["ctrf,./json"], "./json", ["ctrf"]],
  [["first", "last,ctrf"], "last", ["ctrf"]],
])("--reports %j is the folder %s with the formats %j", (given, folder, formats) => {
  expect(REPORTS.read(given, "--reports")).toEqual({ folder, formats });
});

test("two folders are refused", () => {
  expect(() => REPORTS.read(["out,ctfr"], "--reports")).toThrow(
    "--reports out,ctfr has 2 folders. Name one, and formats: ",
  );
});

test("the chosen formats alone are written, and files of others are removed", async () => {
  const folder = await temporaryFolder("formats");
  const given = report({ cases: [result("a")] });
  await writeReports(given, folder);
  await writeReports(given, folder, ["ctrf"]);
  expect(await readdir(folder)).toEqual(["ctrf.json"]);
});
