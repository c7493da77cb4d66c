import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { UserError } from "#cli/user-error.js";
import { temporaryFolder } from "#test/temporary.js";
import { FILE_REPORTERS, prepareFolder, writeReports } from "#verify/reporters/registry.js";
import { report, result } from "./sample.js";

test("reporters have different ids and file names", () => {
  expect(new Set(FILE_REPORTERS.map(({ id }) => id)).size).toBe(FILE_REPORTERS.length);
  expect(new Set(FILE_REPORTERS.map(({ fileName }) => fileName)).size).toBe(FILE_REPORTERS.length);
});

test("a report is written in every format, and the paths are returned in order", async () => {
  const folder = await temporaryFolder("reports");
  const given = report({ cases: [result("a")] });
  const paths = await writeReports(given, folder);
  expect(paths.map((path) => basename(path))).toEqual(["junit.xml", "report.json", "report.sarif", "report.html"]);
  const [junit = "", json = "", sarif = "", html = ""] = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  expect(junit).toMatch(/^<\?xml /);
  expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(given)));
  expect(JSON.parse(sarif)).toMatchObject({ version: "2.1.0" });
  expect(html).toMatch(/^<!doctype html>/);
});

test("the folder is made, and the reports of an earlier run are removed from it, but no other file", async () => {
  const folder = join(await temporaryFolder("reports"), "a", "b");
  await prepareFolder(folder);
  await writeReports(report(), folder);
  await writeFile(join(folder, "notes.txt"), "mine");
  await prepareFolder(folder);
  expect(await readdir(folder)).toEqual(["notes.txt"]);
});

test("a folder that is not writable is a UserError that says what to do", async () => {
  const parent = await temporaryFolder("reports");
  const file = join(parent, "file");
  await writeFile(file, "");
  const occupied = join(parent, "occupied");
  await mkdir(join(occupied, "report.json"), { recursive: true });
  for (const folder of [file, join(file, "below"), occupied]) {
    const error = await prepareFolder(folder).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UserError);
    expect(String(error)).toContain(`The reports cannot be written to ${folder}: `);
    expect(String(error)).toMatch(/[^.]\. Name a folder: --reports DIR$/);
  }
  await expect(writeReports(report(), occupied)).rejects.toThrow(UserError);
});

test("after a report that cannot be written, nothing is written any more", async () => {
  const folder = await temporaryFolder("reports");
  await mkdir(join(folder, "junit.xml"));
  const cases = Array.from({ length: 20_000 }, (_, index) => result(`case ${index}`));
  await expect(writeReports(report({ cases }), folder)).rejects.toThrow(UserError);
  const names = await readdir(folder);
  const html = await readFile(join(folder, "report.html"), "utf8");
  await setTimeout(50);
  expect(await readdir(folder)).toEqual(names);
  expect(await readFile(join(folder, "report.html"), "utf8")).toBe(html);
  expect(html).toMatch(/<\/html>\s*$/);
});
