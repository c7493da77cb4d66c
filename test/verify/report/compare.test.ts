import { expect, test } from "vitest";
import type { Coverage } from "#verify/model/coverage.js";
import { compareReports } from "#verify/report/compare.js";
import { comparisonText } from "#verify/report/comparison-text.js";
import { failed, finding, findingAt, PASSED, report, result, skipped } from "../reporters/sample.js";

const AT = failed(finding());
const NAME = failed(findingAt("name"));
const CONTRACT = { title: "Things", version: "1.2.3" };

const ROWS = [
  {
    title: "a cause that the base does not have is new",
    base: [result("a")],
    now: [result("a", AT)],
    counts: [1, 0, 0, 0],
  },
  { title: "a cause that is gone is fixed", base: [result("a", AT)], now: [result("a")], counts: [0, 1, 0, 0] },
  { title: "a cause of both runs remains", base: [result("a", AT)], now: [result("b", AT)], counts: [0, 0, 1, 0] },
  {
    title: "a cause whose test case was skipped is not tested",
    base: [result("a", AT)],
    now: [result("a", skipped("no key"))],
    counts: [0, 0, 0, 1],
  },
  {
    title: "a warning that is a failure now is new",
    base: [result("a", PASSED, { warnings: [finding()] })],
    now: [result("a", AT)],
    counts: [1, 0, 0, 0],
  },
  {
    title: "each cause is compared for itself",
    base: [result("a", AT), result("b")],
    now: [result("a"), result("b", NAME)],
    counts: [1, 1, 0, 0],
  },
];

test.for(ROWS)("$title", ({ base, now, counts }) => {
  const compared = compareReports(report({ cases: now }), report({ cases: base }));
  const { new: added, fixed, remaining, notTested } = compared;
  expect([added, fixed, remaining, notTested].map(({ length }) => length)).toEqual(counts);
});

test("the test cases of a remaining cause that did not show it before are named", () => {
  const compared = compareReports(
    report({ cases: [result("a", AT), result("b", AT)] }),
    report({ cases: [result("a", AT), result("b")] }),
  );
  expect(compared.remaining).toMatchObject([{ newCases: ["listThings › b"] }]);
  expect(comparisonText(compared, report({})).causes).toEqual([
    { sign: "+", text: expect.stringContaining(": also shown by listThings › b") },
  ]);
});

test("a part of a run says nothing about the causes of other operations", () => {
  const now = report({ cases: [result("a")], complete: ["listThings"] });
  const ofOther = findingAt("name");
  const other = failed({ ...ofOther, about: { ...ofOther.about, operation: "addThing" } });
  const base = report({ cases: [result("a", AT), result("b", other, { operation: "addThing" })] });
  const { fixed, notTested } = compareReports(now, base);
  expect([fixed.length, notTested.length]).toEqual([1, 1]);
});

function coverage(exercised: number, ...names: string[]): Coverage {
  return {
    operations: [],
    kinds: [{ kind: "parameters", exercised, total: 10 }],
    missing: names.length > 0 ? [{ operation: "listThings", kind: "parameters", names, reason: "" }] : [],
  };
}

test("the coverage that was gained and lost is named", () => {
  const now = report({ cases: [], coverage: coverage(9, "query limit") });
  const base = report({ cases: [], coverage: coverage(8, "query color", "query size") });
  const { coverage: compared } = compareReports(now, base);
  expect(compared).toEqual({
    before: 80,
    now: 90,
    gained: [{ operation: "listThings", kind: "parameters", names: ["query color", "query size"] }],
    lost: [{ operation: "listThings", kind: "parameters", names: ["query limit"] }],
  });
});

test("the coverage of a part of a run is not compared", () => {
  const now = report({ coverage: coverage(1), complete: ["listThings"] });
  expect(compareReports(now, report({ coverage: coverage(8) })).coverage).toBeUndefined();
});

test("another version of the contract is compared with a note", () => {
  const base = report({ contract: { ...CONTRACT, version: "1.0.0" } });
  const now = report();
  expect(comparisonText(compareReports(now, base), now).base).toBe(
    "Things 1.0.0 of 2026-01-02 03:04:05 UTC (another version of the contract: 1.0.0, now 1.2.3)",
  );
});

test("a report of another API is an error that says so", () => {
  expect(() => compareReports(report(), report({ contract: { ...CONTRACT, title: "Others" } }))).toThrow(
    "The report to compare with is of Others, not of Things. Name a report of the same API: --compare FILE",
  );
});
