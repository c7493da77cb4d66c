import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UserError } from "#cli/user-error.js";
import { temporaryFolder } from "#test/temporary.js";
import { compareReports } from "#verify/report/compare.js";
import { comparisonText } from "#verify/report/comparison-text.js";
import { readReport } from "#verify/report/read-report.js";
import { report } from "../reporters/sample.js";

const ADVICE = "Name the report.json of a run: --compare FILE";

async function read(content: unknown) {
  const file = join(await temporaryFolder("reports"), "report.json");
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return readReport(file, ADVICE);
}

test("a report of a run is read as it was written", async () => {
  const written = JSON.parse(JSON.stringify(report()));
  expect(await read(written)).toEqual(written);
});

test.each<[string, unknown]>([
  ["no JSON", "{"],
  ["a list", []],
  ["null", null],
  ["no contract", { ...report(), contract: null }],
  ["a title that is an object", { ...report(), contract: { title: {}, version: "1" } }],
  ["causes without their parts", { ...report(), causes: [{ id: "x", title: "y" }] }],
  ["a cause that is null", { ...report(), causes: [null] }],
  [
    "a cause with a number in place of its operations",
    {
      ...report(),
      causes: [
        { id: "a", things: [], title: "b", cases: [], severity: "failure", example: { case: "b" }, operations: 5 },
      ],
    },
  ],
  ["test cases that are null", { ...report(), cases: [null] }],
  ["coverage that is a number", { ...report(), coverage: 7 }],
  [
    "coverage of an operation without its name",
    { ...report(), coverage: { operations: [{}], kinds: [], missing: [] } },
  ],
  ["a date that is none", { ...report(), date: "soon\n::error::x" }],
  ["lists in lists", "[".repeat(50_000)],
])("a file with %s is an error for people, before anything is compared", async (_, content) => {
  const error: unknown = await read(content).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  expect(String(error)).toMatch(/report\.json is not a report of verify.*Name the report\.json/s);
});

test("texts of a report that another program wrote do not act on a terminal or a CI log", async () => {
  const hostile = "x\u001b[31m\n::error::pwned ##vso[task.complete]";
  const names = { id: "gone", things: ["gone"], title: hostile, operations: ["a"], cases: ["b"] };
  const cause = { ...names, severity: "failure", example: { case: "b" } };
  const base = await read({
    ...report(),
    target: hostile,
    causes: [cause],
  });
  const { causes, ...text } = comparisonText(compareReports(report(), base), report());
  const printed = [text.base, text.counts, ...text.coverage, ...causes.map((line) => line.text)].join(" ");
  expect(printed).toContain("pwned");
  expect(printed).not.toMatch(/[\p{Cc}]|##vso/u);
});
