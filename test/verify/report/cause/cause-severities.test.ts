import { expect, test } from "vitest";
import type { Severities, SeverityChoice } from "#verify/model/finding/severity.js";
import { withCauseSeverities } from "#verify/report/cause/cause-severities.js";
import { excludedOf } from "#verify/report/excluded.js";
import type { CaseResult, Finding } from "#verify/report/report.js";
import { requirementStates } from "#verify/report/requirement-states.js";
import { failed, finding, findingAt, PASSED, requirement, result } from "../../reporters/sample.js";

const CAUSE = "field at of listThings 2XX";
const BY_CHECK = ["severities", "checks", "body"];

function moved(results: CaseResult[], choice: SeverityChoice, more: Partial<Severities> = {}): readonly CaseResult[] {
  return withCauseSeverities(results, { causes: { [CAUSE]: choice }, operations: {}, rules: {}, checks: {}, ...more });
}

/** The numbers of failures, of warnings, and of findings that are off. */
function counts({ outcome, warnings, off = [] }: CaseResult): number[] {
  return ["findings" in outcome ? outcome.findings.length : 0, warnings.length, off.length];
}

const inferred: Finding = finding({ basis: "inferred", requirements: [] });

interface Row {
  title: string;
  before: CaseResult;
  choice: SeverityChoice;
  checks?: Severities["checks"];
  verdict: string;
  after: number[];
}

const ROWS: Row[] = [
  {
    title: "a cause that is off has no failures",
    before: result("a", failed(finding())),
    choice: "off",
    verdict: "passed",
    after: [0, 0, 1],
  },
  {
    title: "a cause that is a warning warns",
    before: result("a", failed(finding())),
    choice: "warning",
    verdict: "passed",
    after: [0, 1, 0],
  },
  {
    title: "a warning that is a failure fails",
    before: result("a", PASSED, { warnings: [inferred] }),
    choice: "failure",
    verdict: "failed",
    after: [1, 0, 0],
  },
  {
    title: "the findings of other causes stay where they are",
    before: result("a", failed(finding(), findingAt("name"))),
    choice: "off",
    verdict: "failed",
    after: [1, 0, 1],
  },
  {
    title: "the setting of a cause has precedence over that of its check",
    before: { ...result("a"), off: [finding({ setting: BY_CHECK })] },
    choice: "failure",
    checks: { body: "off" },
    verdict: "failed",
    after: [1, 0, 0],
  },
];

test.for(ROWS)("$title", ({ before, choice, checks = {}, verdict, after }) => {
  const [result] = moved([before], choice, { checks });
  expect(result?.outcome.verdict).toBe(verdict);
  expect(result && counts(result)).toEqual(after);
});

test("a cause that is off is listed as excluded, and the requirement that it breaks is not verified", () => {
  const results = moved([result("a", failed(finding()))], "off");
  expect(excludedOf(results)).toEqual([
    {
      kind: "findings",
      setting: ["severities", "causes", CAUSE],
      operations: ["listThings"],
      cases: ["listThings › a"],
    },
  ]);
  expect(requirementStates([requirement("T1", "verified")], results)).toMatchObject([{ state: "not verified" }]);
});

test("without a setting, nothing changes", () => {
  const results = [result("a", failed(finding()))];
  expect(withCauseSeverities(results, undefined)).toBe(results);
  expect(withCauseSeverities(results, { causes: { other: "off" }, operations: {}, rules: {}, checks: {} })).toBe(
    results,
  );
});
