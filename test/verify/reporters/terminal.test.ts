import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import type { Coverage } from "#verify/model/coverage.js";
import type { Report } from "#verify/report/report.js";
import { terminalReport } from "#verify/reporters/terminal.js";
import {
  CURL,
  failed,
  failedWithError,
  finding,
  findingAt,
  largeReport,
  PASSED,
  report,
  requirement,
  result,
  skipped,
  skippedFor,
} from "./sample.js";

const printed = (given: Report) => stripVTControlCharacters(terminalReport(given));
const lastLines = (given: Report, count: number) => printed(given).split("\n").slice(-count);

const WRITES = skippedFor({ kind: "writes", level: "reversible" });

test("causes are listed first, then operations with their counts, the causes in full, and the verdict", () => {
  const cases = [
    result("a"),
    result("b"),
    result("a", failed(finding({ assumes: ["keepsState"] })), { operation: "retrieveThing" }),
    result("b", WRITES, { operation: "retrieveThing" }),
    result("a", WRITES, { operation: "addThing" }),
    result("b", WRITES, { operation: "addThing" }),
    result("c", skipped("the list is empty"), { operation: "addThing" }),
  ];
  const requirements = [requirement("T1", "failed"), requirement("T2", "verified"), requirement("T3", "not verified")];
  expect(printed(report({ cases, requirements }))).toBe(`1 cause
  ✗ GET /things: the body at /at must be a date (T1)  (1 test case)

  ✓ listThings     2 of 2 passed
  ✗ retrieveThing  0 of 2 passed, 1 failed, 1 skipped
  – addThing       0 of 3 passed, 3 skipped; no setting helps 1: the list is empty

✗ GET /things: the body at /at must be a date (T1)
    requirement  T1 The server follows \`T1\`.
    contract     #/components/schemas/Thing/properties/at/format
    expected     a date
    received     "yesterday"
    check first  keepsState (in the target file)
    test cases   retrieveThing › a
  reproduce: ${CURL}

Failed. 7 test cases: 2 passed, 1 failed, 4 skipped; 1,234 requests.
Requirements: 1 of 3 verified; failed: T1; not verified: T3 (see report.html for the reasons).
To verify more, add to the target file (--suggest-target FILE writes one):
  writes: reversible  up to 3 test cases of 2 operations`);
});

test.each([
  [[404], "– listThings  1 of 1 passed, only rejected"],
  [[404, 302], "– listThings  1 of 1 passed, without success"],
])("an operation that responded with %j alone has no check mark", (statuses, line) => {
  const coverage: Coverage = {
    operations: [{ operation: "listThings", state: "unsuccessful", statuses }],
    kinds: [],
    missing: [],
  };
  expect(printed(report({ cases: [result("a")], coverage }))).toContain(`  ${line}\n`);
});

test("an operation that no test case called has no check mark, though other methods of its path were rejected", () => {
  const cases = [
    result("a"),
    result("a", PASSED, { operation: "updateThing" }),
    result("b", WRITES, { operation: "updateThing" }),
  ];
  const operations = [
    { operation: "listThings", state: "tested" as const, statuses: [200] },
    { operation: "updateThing", state: "not reached" as const, statuses: [] },
  ];
  const text = printed(report({ cases, coverage: { operations, kinds: [], missing: [] } }));
  expect(text).toContain("✓ listThings   1 of 1 passed");
  expect(text).toContain("– updateThing  1 of 2 passed, not called itself, 1 skipped");
  expect(text).toContain("1 not called: updateThing.");
});

test.each([
  [3, 3],
  [13, 0],
])("of %i parts that nothing exercised, %i are named", (parts, named) => {
  const names = Array.from({ length: parts - 1 }, (_, index) => `/field${index}`);
  const part = { operation: "listThings", kind: "response fields" as const, reason: "no response had it" };
  const coverage: Coverage = {
    operations: [],
    kinds: [{ kind: "response fields", exercised: 9, total: 9 + parts }],
    missing: [
      { ...part, names },
      { ...part, operation: "getThing", names: ["/note"] },
    ],
  };
  const text = printed(report({ cases: [result("a")], coverage }));
  const lines = text.split("\n").filter((line) => line.startsWith("  Not exercised: "));
  expect(lines).toEqual(
    named === 0
      ? []
      : [
          "  Not exercised: listThings, response fields: /field0, /field1 (no response had it)",
          "  Not exercised: getThing, response fields: /note (no response had it)",
        ],
  );
});

describe("the last lines", () => {
  const passed = [result("a"), result("b")];
  test.each<[string, Report, string[]]>([
    [
      "passed",
      report({ cases: passed, requirements: [requirement("T1", "verified")] }),
      ["Passed. 2 test cases: 2 passed, 0 failed, 0 skipped; 1,234 requests.", "Requirements: 1 of 1 verified."],
    ],
    [
      "passed without requirements",
      report({ cases: passed.slice(1) }),
      ["", "Passed. 1 test case: 1 passed, 0 failed, 0 skipped; 1,234 requests."],
    ],
    [
      "failed, with errors",
      report({ cases: [...passed, result("c", failedWithError("reset")), result("d", failedWithError("reset"))] }),
      ["", "Failed. 4 test cases: 2 passed, 0 failed, 2 errors, 0 skipped; 1,234 requests."],
    ],
    [
      "incomplete",
      report({
        verdict: "incomplete",
        reason: "every test case was required (--require-all)",
        cases: [...passed, result("c", WRITES)],
      }),
      [
        "Incomplete. 3 test cases: 2 passed, 0 failed, 1 skipped; 1,234 requests. Every test case was required (--require-all).",
        "To verify more, add to the target file (--suggest-target FILE writes one):",
        "  writes: reversible  up to 1 test case of 1 operation",
      ],
    ],
    [
      "error",
      report({
        verdict: "error",
        reason: "Nothing could be tested: 2 of 2 operations responded with 401. The key was rejected: check KEY.",
        cases: passed,
      }),
      ["", "Error. Nothing could be tested: 2 of 2 operations responded with 401. The key was rejected: check KEY."],
    ],
    [
      "leftovers",
      report({
        cases: passed,
        leftovers: ["/things/1", "/things/2"].map((resource) => ({
          operation: "addThing",
          resource,
          reason: "it is locked",
        })),
      }),
      ["2 resources were created and not removed:", "  addThing /things/1, and 1 more: it is locked"],
    ],
    [
      "unsafe requests",
      report({
        cases: passed,
        unsafe: [
          { operation: "addThing", method: "POST", because: "creation", count: 2 },
          { operation: "removeThing", method: "DELETE", because: "created", count: 1 },
        ],
      }),
      [
        "Passed. 2 test cases: 2 passed, 0 failed, 0 skipped; 1,234 requests.",
        "Unsafe requests: 3 (2 to create a resource; 1 to a resource that the run created).",
      ],
    ],
  ])("%s", (_, given, lines) => {
    expect(lastLines(given, lines.length)).toEqual(lines);
  });
});

test("an error without a failed test case is marked with an exclamation mark", () => {
  const text = printed(
    report({ cases: [result("a"), result("b", failedWithError("GET /things: no response (reset)"))] }),
  );
  expect(text).toMatch(/^ {2}! listThings {2}1 of 2 passed, 1 error$/m);
  expect(text).toMatch(
    /^! GET \/things sends no response \(reset\)\n {4}test cases {3}listThings › b\n {2}reproduce: curl/m,
  );
});

test("failures are not listed if the run proves nothing", () => {
  const cases = [result("a", failed(finding()))];
  const text = printed(report({ verdict: "error", reason: "The target did not respond.", cases }));
  expect(text).toBe("  ✗ listThings  0 of 1 passed, 1 failed\n\nError. The target did not respond.");
});

test("findings of one cause are printed once, and at most 20 causes are printed", () => {
  const equal = Array.from({ length: 6 }, (_, index) => result(String(index), failed(finding())));
  const merged = printed(report({ cases: equal }));
  expect(merged).toContain("\n    test cases   6: listThings › 0; listThings › 1; listThings › 2; and 3 more\n");
  expect(merged.match(/reproduce:/g)).toHaveLength(1);
  const different = Array.from({ length: 22 }, (_, index) => result(String(index), failed(findingAt(`f${index}`))));
  const text = printed(report({ cases: different }));
  expect(text).toMatch(/^22 causes\n/);
  expect(text.match(/^✗/gm)).toHaveLength(20);
  expect(text.match(/^ {2}✗ GET/gm)).toHaveLength(20);
  expect(text).toContain("\n  … and 2 more causes: see report.html.\n");
  expect(printed(report({ cases: different.slice(1) }))).toContain("… and 1 more cause: see report.html.");
});

test("warnings come after the failures, those of one cause once", () => {
  const about = { operation: "listThings", status: 200, fields: ["name"] };
  const warned = ["a", "b"].map((title) =>
    result(title, PASSED, { warnings: [finding({ check: "echo", basis: "inferred", message: "it differs", about })] }),
  );
  const text = printed(report({ cases: [...warned, result("c", failed(finding()))] }));
  expect(text).toContain(
    `\nWarnings\n⚠ GET /things: it differs (T1)  (echo (inferred); 2 test cases)\n  reproduce: ${CURL}\n`,
  );
  expect(text.indexOf("✗ GET /things")).toBeLessThan(text.indexOf("⚠"));
});

test("a test case that fails because of another one's cause is named there, and is not a cause", () => {
  const about = { operation: "addThing", status: 201, fields: ["at"] };
  const lost = finding({ check: "echo", message: "/at differs", about });
  const cases = [result("a", failed(finding())), result("b", failed(lost), { operation: "addThing" })];
  const text = printed(report({ cases }));
  expect(text).toMatch(/^1 cause\n/);
  expect(text).toContain("\n    consequences 1 more test case: addThing › b\n");
});

test("the message of the server is shown where the response does not", () => {
  const about = { operation: "listThings", status: 422, wanted: "success", says: "No such color." } as const;
  const given = (received: string) => report({ cases: [result("a", failed(finding({ received, about })))] });
  expect(printed(given("422"))).toContain('\n    server says  "No such color."\n');
  expect(printed(given('422 {"detail":"No such color."}'))).not.toContain("server says");
});

test("a long value is cut", () => {
  const text = printed(report({ cases: [result("a", failed(finding({ received: "x".repeat(300) })))] }));
  expect(text).toMatch(/^ {4}received {5}x{200}…$/m);
});

test("a server that ended with the run is started again before a request is repeated", () => {
  const text = printed(report({ cases: [result("a", failed(finding()))], start: "npm run sandbox" }));
  expect(text).toContain(`\n  start: npm run sandbox\n  reproduce: ${CURL}\n`);
});

test("of several reasons that no setting helps, the most frequent one is named, and the others are counted", () => {
  const items = skippedFor({ kind: "items", found: 3, wanted: 21 });
  const cases = [skipped("the list is empty"), items, items, skipped("the list changed")];
  const text = printed(report({ cases: cases.map((outcome, index) => result(String(index), outcome)) }));
  expect(text).toContain("4 skipped: too few items (3, needs 21); 2 more reasons in the report\n");
});

test.each([
  [1, "3 skipped; no setting helps 1: the list is empty\n"],
  [2, "4 skipped; no setting helps 2: the list is empty\n"],
  [0, "2 skipped\n"],
])("a reason that no setting helps is not that of the others: %s", (count, line) => {
  const lacking = skippedFor({ kind: "writes", level: "reversible" });
  const outcomes = [lacking, lacking, ...Array.from({ length: count }, () => skipped("the list is empty"))];
  const text = printed(report({ cases: outcomes.map((outcome, index) => result(String(index), outcome)) }));
  expect(text).toContain(line);
});

test("the five settings that open the most test cases are named, one a line", () => {
  const cases = Array.from({ length: 7 }, (_, index) =>
    Array.from({ length: index + 1 }, (_, number) =>
      result(
        `${index} ${number}`,
        skipped("it needs a value", { kind: "value", setting: ["parameters", `id${index}`], isList: false }),
      ),
    ),
  ).flat();
  expect(lastLines(report({ cases }), 7)).toEqual([
    "To verify more, add to the target file (--suggest-target FILE writes one):",
    "  parameters.id6  up to 7 test cases",
    "  parameters.id5  up to 6 test cases",
    "  parameters.id4  up to 5 test cases",
    "  parameters.id3  up to 4 test cases",
    "  parameters.id2  up to 3 test cases",
    "  … and 2 more settings: see report.html.",
  ]);
});

test("10,000 test cases are rendered in less than 2 seconds", () => {
  const before = process.cpuUsage();
  terminalReport(largeReport());
  // Processor time: other tests use the machine too.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
});
