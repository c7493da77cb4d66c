import { expect, test } from "vitest";
import { generatedDocument } from "#test/bench/generated-document.js";
import { planTable } from "#verify/command/plan-table.js";
import { skipFor } from "#verify/model/test-case/need.js";
import { planRun } from "#verify/verify.js";
import { testTarget } from "../target.js";

const TARGET = testTarget("http://127.0.0.1:9");

test("the table has a line for each test case, the reasons of skipped ones, and the number of the others", () => {
  const cases = planRun({ contract: generatedDocument(5), target: { ...TARGET, writes: "none" }, only: ["list0 › "] });
  const [first, ...others] = cases.slice(0, 3);
  if (!first) throw new Error("There is no test case.");
  const skipped = { ...first, covers: ["T1", "T2"], skip: skipFor({ kind: "writes", level: "reversible" }) };
  const lines = planTable([skipped, ...others]).split("\n");
  expect(lines).toHaveLength(7);
  expect(lines[0]).toMatch(/^– examples +list0 › first +T1 T2$/);
  expect(lines[1]).toMatch(/^ {2}\S+ +list0 › /);
  expect(lines.slice(3)).toEqual([
    "",
    "– 1 test case of 1 operation would be skipped: writes are not allowed (writes: reversible, or --allow-writes).",
    "",
    "2 test cases would run, unless the server lacks what they need.",
  ]);
});

test("more test cases than a call may have arguments are shown", () => {
  const [some] = planRun({ contract: generatedDocument(5), target: TARGET });
  const cases = Array.from({ length: 130_000 }, () => some).flatMap((each) => each ?? []);
  expect(planTable(cases).split("\n").at(-1)).toBe(
    "130,000 test cases would run, unless the server lacks what they need.",
  );
});
