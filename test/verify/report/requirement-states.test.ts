import { expect, test } from "vitest";
import type { CaseResult, Outcome } from "#verify/model/test-case/outcome.js";
import { type RequirementState, requirementStates, selectedRequirements } from "#verify/report/requirement-states.js";
import { failed, finding, PASSED, requirement, result, skipped } from "../reporters/sample.js";

const LIST = { operation: "listThings", covers: ["T1"] };
const ADD = { operation: "addThing", covers: ["T1"] };
const WRITES = skipped("writes are not allowed");
const ERROR_AFTER_FINDING: Outcome = {
  verdict: "error",
  reason: "reset",
  statuses: [200],
  findings: [finding({ requirements: ["T1"] })],
  reproduce: undefined,
  stack: undefined,
};

interface Row {
  title: string;
  operations?: string[];
  results: CaseResult[];
  state: RequirementState["state"];
  reason?: string;
}

const ROWS: Row[] = [
  { title: "a test case that covers it passed", results: [result("a", PASSED, LIST)], state: "verified" },
  {
    title: "one of the test cases that cover it passed and the other was skipped",
    results: [result("a", WRITES, LIST), result("b", PASSED, LIST)],
    state: "verified",
  },
  {
    title: "a finding names it, although a test case that covers it passed",
    results: [result("a", PASSED, LIST), result("b", failed(finding({ requirements: ["T1"] })), { covers: [] })],
    state: "failed",
  },
  {
    title: "a finding before an error names it",
    results: [result("a", ERROR_AFTER_FINDING, LIST)],
    state: "failed",
  },
  {
    title: "the test case that covers it failed for another requirement",
    results: [result("a", failed(finding({ requirements: ["T2"] })), LIST)],
    state: "not verified",
    reason: "no test case of this run covers it",
  },
  {
    title: "every test case that covers it was skipped",
    results: [result("a", WRITES, LIST), result("b", skipped("the list is empty"), LIST)],
    state: "not verified",
    reason: "writes are not allowed",
  },
  {
    title: "the test case that covers it passed, because a setting switches its failure off",
    results: [{ ...result("a", PASSED, LIST), off: [finding({ setting: ["severities", "checks", "body"] })] }],
    state: "not verified",
    reason: "a failure does not count (severities.checks.body)",
  },
  {
    title: "the test case that covers it passed, and a setting switches a warning off",
    results: [
      { ...result("a", PASSED, LIST), off: [finding({ basis: "lenient", setting: ["severities", "checks", "body"] })] },
    ],
    state: "verified",
  },
  {
    title: "the test case that covers it passed, and a warning casts doubt on it",
    results: [
      result("a", PASSED, LIST),
      {
        ...result("b", PASSED, { covers: [] }),
        warnings: [finding({ message: "the filter is ignored", doubts: ["T1"] })],
      },
    ],
    state: "not verified",
    reason: "a warning casts doubt on it: the filter is ignored",
  },
  {
    title: "the test case that covers it passed, and a warning casts doubt on another one",
    results: [{ ...result("a", PASSED, LIST), warnings: [finding({ doubts: ["T2"] })] }],
    state: "verified",
  },
  {
    title: "no test case covers it",
    results: [result("a", PASSED, { covers: ["T2"] })],
    state: "not verified",
    reason: "no test case of this run covers it",
  },
  {
    title: "it is covered for each of its operations",
    operations: ["listThings", "addThing"],
    results: [result("a", PASSED, LIST), result("b", PASSED, ADD)],
    state: "verified",
  },
  {
    title: "it is covered for one of its operations only",
    operations: ["listThings", "addThing"],
    results: [result("a", PASSED, LIST), result("b", WRITES, ADD)],
    state: "not verified",
    reason: "addThing: writes are not allowed",
  },
  {
    title: "a passed test case of another operation covers it",
    operations: ["listThings"],
    results: [result("a", PASSED, ADD)],
    state: "verified",
  },
];

test.each(ROWS)("a requirement is $state if $title", ({ operations = ["listThings"], results, state, reason }) => {
  const requirement = { id: "T1", operations, requirement: "The list is complete.", stated: [], runtime: undefined };
  expect(requirementStates([requirement], results)).toEqual([{ ...requirement, state, reason }]);
});

test.each([
  ["nothing: all of them", [], ["T1", "T2", "T3", "T4"]],
  ["requirements: these alone", ["T1"], ["T1"]],
  ["an operation: those that its test cases cover", ["listThings"], ["T1", "T2"]],
  ["a requirement and an operation", ["T3", "listThings"], ["T1", "T2"]],
  ["an operation that a requirement alone concerns, which nothing covers", ["addThing"], ["T1", "T2", "T4"]],
])("a run reports the requirements of its selection: %s", (_, only, want) => {
  const OPERATIONS = { T1: ["listThings"], T2: ["listThings"], T3: ["listThings", "getThing"], T4: ["addThing"] };
  const all = Object.entries(OPERATIONS).map(([id, operations]) => ({ ...requirement(id, "verified"), operations }));
  const results = [result("a", PASSED, { covers: ["T1", "T2"] })];
  expect(selectedRequirements(all, results, only).map(({ id }) => id)).toEqual(want);
});
