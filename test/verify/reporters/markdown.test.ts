import { expect, test } from "vitest";
import { markdownSummary } from "#verify/reporters/markdown.js";
import { failed, finding, findingAt, report, requirement, result, skippedFor } from "./sample.js";

const WRITES = skippedFor({ kind: "writes", level: "reversible" });
const now = report({
  cases: [result("a"), result("b", failed(finding())), result("c", failed(finding())), result("d", WRITES)],
  requirements: [requirement("T1", "failed"), requirement("T2", "verified")],
});

test("the summary has the verdict, each cause once, the counts, and the settings to add", () => {
  const text = markdownSummary(now);
  expect(text).toMatch(
    /^### ✗ Failed: Things 1\.2\.3 against https:\/\/api\.example\.com\n\n\*\*1 cause\*\*\n\n<details>/,
  );
  expect(text).toContain("\n\n| | now |\n");
  expect(text).toContain("| requirements verified | 1 |");
  expect(text.match(/<details>/g)).toHaveLength(1);
  expect(text).toContain("<summary>✗ GET /things: the body at /at must be a date (T1) (2 test cases)</summary>");
  expect(text).toMatch(/To verify more, add: writes: reversible \(up to 1 test case of 1 operation\)$/);
});

test("the coverage is compared with that of the base branch", () => {
  const base = report({ cases: [result("a"), result("b")], requirements: [requirement("T1", "verified")] });
  const text = markdownSummary(now, base);
  expect(text).toContain("| test cases passed | 1 | 2 | −1 |");
  expect(text).toContain("| failed | 2 | 0 | +2 |");
  expect(text).toContain("| requirements verified | 1 | 1 | 0 |");
});

test("a document without requirements has no rows about them", () => {
  const plain = report({ cases: [result("a")], requirements: [] });
  expect(markdownSummary(plain)).not.toContain("requirements");
  expect(markdownSummary(plain, plain)).not.toContain("requirements");
  expect(markdownSummary(plain, now)).toContain("| requirements verified | 0 | 1 | −1 |");
});

test("no text of a server is markup, a mention or a link", () => {
  const hostile = "<img src=x> @team [a](b) `c` | #1";
  const text = markdownSummary(report({ cases: [result(hostile, failed(finding({ received: hostile })))] }));
  expect(text).not.toMatch(/<img|@team|\[a\]|`c`|#1(?!\d*;)/);
});

test("at most ten causes are shown", () => {
  const cases = Array.from({ length: 12 }, (_, index) => result(String(index), failed(findingAt(`f${index}`))));
  const text = markdownSummary(report({ cases }));
  expect(text.match(/<details>/g)).toHaveLength(10);
  expect(text).toContain("**12 causes**");
  expect(text).toContain("… and 2 more causes: see report.html.");
});
