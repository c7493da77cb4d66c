import { expect, test } from "vitest";
import { nameMatchNotes, requireMatches, selectCases } from "#verify/engine/plan/select.js";
import type { Shard } from "#verify/model/target/limits.js";
import { plannedCase } from "../planned-case.js";

const CASES = [
  plannedCase({ name: "listThings › first page", suite: "examples", covers: ["T1"] }),
  plannedCase({ name: "listThings › rejects an unknown key", suite: "authentication", covers: ["T2"] }),
  plannedCase({ name: "listThings › pages yield every item once", suite: "lists", covers: ["T1", "T10"] }),
];

test.each<{ only: string[]; selected: number[] }>([
  { only: [], selected: [0, 1, 2] },
  { only: ["first page"], selected: [0] },
  { only: ["listThings"], selected: [0, 1, 2] },
  { only: ["authentication"], selected: [1] },
  { only: ["authentic"], selected: [] },
  { only: ["T1"], selected: [0, 2] },
  { only: ["T10", "T2"], selected: [1, 2] },
  { only: ["T"], selected: [0, 1, 2] },
  { only: ["T3"], selected: [] },
  { only: ["pages-do-not-end"], selected: [0, 2] },
  { only: ["deleted-resource-remains"], selected: [] },
  { only: ["server-error"], selected: [0, 1, 2] },
])("--only $only selects the test cases $selected", ({ only, selected }) => {
  expect(selectCases(CASES, { only, shard: undefined })).toEqual(selected.map((index) => CASES[index]));
});

test.each([
  ["listThing", "No test case matches --only listThing. Did you mean --only listThings?"],
  ["authentic", "No test case matches --only authentic. Did you mean --only authentication?"],
  ["T3", "No test case matches --only T3. Did you mean --only T1?"],
  [
    "listThings,addThing",
    "No test case matches --only listThings,addThing. Did you mean --only listThings --only addThing?",
  ],
  ["volcano", "No test case matches --only volcano. --plan lists the test cases."],
])("--only %s, which selects nothing, is refused, with the name that may be meant", (text, message) => {
  const partial = CASES.map((planned) => ({ ...planned, testCase: { ...planned.testCase, name: "x" } }));
  expect(() => requireMatches(partial, ["examples", text])).toThrow(message);
});

test.each<[only: string[], notes: string[]]>([
  [[], []],
  [["listThings", "authentication", "T1", "server-error"], []],
  [["listThings › first page"], []],
  [["unknown"], ["--only unknown is a part of 1 name of a test case: listThings › rejects an unknown key."]],
  [["page"], ["--only page is a part of 2 names of test cases, such as listThings › first page."]],
  [["T1", "first"], ["--only first is a part of 1 name of a test case: listThings › first page."]],
])("--only %j says which text selects by a part of a name alone", (only, notes) => {
  expect(nameMatchNotes(CASES, only)).toEqual(notes);
});

test.each<{ shard: Shard; selected: number[] }>([
  { shard: { index: 1, count: 1 }, selected: [0, 1, 2] },
  { shard: { index: 1, count: 2 }, selected: [0, 2] },
  { shard: { index: 2, count: 2 }, selected: [1] },
  { shard: { index: 4, count: 4 }, selected: [] },
])("the shard $shard.index/$shard.count has the test cases $selected", ({ shard, selected }) => {
  expect(selectCases(CASES, { only: [], shard })).toEqual(selected.map((index) => CASES[index]));
});

test("a shard is a part of the selected test cases", () => {
  expect(selectCases(CASES, { only: ["T1"], shard: { index: 2, count: 2 } })).toEqual([CASES[2]]);
});
