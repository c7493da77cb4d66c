import { expect, test } from "vitest";
import { compactReport } from "#verify/reporters/compact.js";
import { CURL, failed, finding, findingAt, HOSTILE, largeReport, report, result, skippedFor } from "./sample.js";

/** A token of English and of code has 3.5 characters or more on average. */
const tokens = (text: string) => text.length / 3.5;

test("a report has the verdict, each cause with its id, fault code and reproduction, and what to do", () => {
  const text = compactReport(report({ cases: [result("a"), result("b", failed(finding()))] }));
  expect(text).toMatch(/^Failed: Things 1\.2\.3 against https:\/\/api\.example\.com\.\n1 passed, 1 failed, 0 skipped/);
  expect(text).toMatch(/^1\. .*\n {3}id: .* \(F200\); operations: listThings\n/m);
  expect(text).toContain(`reproduce: ${CURL}`);
  expect(text).toMatch(/^To do: correct the first cause/m);
});

test("a passed run has no causes, and the settings that it lacks", () => {
  const text = compactReport(
    report({ cases: [result("a"), result("b", skippedFor({ kind: "writes", level: "reversible" }))] }),
  );
  expect(text).toMatch(/^Passed: /);
  expect(text).toMatch(/^To verify more, add to the target file: writes/m);
  expect(text).not.toContain("To do:");
});

test.each([
  ["500 causes", largeReport()],
  [
    "hostile values",
    report({
      cases: [
        result(
          "a",
          failed(...Array.from({ length: 50 }, (_, at) => ({ ...findingAt(`f${at}`), received: HOSTILE.repeat(9) }))),
        ),
      ],
    }),
  ],
])("a report with %s has fewer than 2,000 tokens, and counts what it leaves out", (_, given) => {
  const text = compactReport(given);
  expect(tokens(text)).toBeLessThan(2000);
  expect(text).toMatch(/^… and [\d,]+ more causes: see report\.json\.$/m);
});
