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

test("a reproduction of several lines keeps them, each in full, so that it runs as printed", () => {
  const requests = [`id=$(${CURL} --data-raw '${"x".repeat(500)}')`, `${CURL} -X DELETE "https://api.example.com/$id"`];
  const text = compactReport(report({ cases: [result("a", failed(finding({ reproduce: requests.join("\n") })))] }));
  expect(text).toContain(`\n   reproduce:\n     ${requests.join("\n     ")}\n`);
});

test("a reproduction that is too long for this report is not cut: the line says where it stands", () => {
  const text = compactReport(report({ cases: [result("a", failed(finding({ reproduce: CURL.repeat(40) })))] }));
  expect(text).not.toContain("curl");
  expect(text).toMatch(/^ {3}reproduce: see report\.json \([\d,]+ characters\)$/m);
});

test("a server that ended with the run is started before its requests", () => {
  const text = compactReport(report({ cases: [result("a", failed(finding()))], start: "npm run mock" }));
  expect(text).toContain(`\n   start: npm run mock\n   reproduce: ${CURL}\n`);
});

test("known causes that are gone are named", () => {
  const entry = { cause: "effect of deleteThing", title: "a thing remains", reason: "TASK 7", operations: {} };
  const text = compactReport(report({ cases: [result("a")], known: [{ ...entry, state: "gone" }] }));
  expect(text).toContain("The cause of 1 entry is gone. Remove it, or run --update-known: a thing remains");
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
