import { expect, test } from "vitest";
import { startSandbox } from "#team-api/sandbox/sandbox.js";
import { TEAM_API } from "#team-api/team-api.js";
import { referenceContract } from "#test/team-api/reference-contract.js";
import { singleCredential } from "#verify/model/target/target.js";
import { settingPath } from "#verify/model/test-case/need.js";
import { additionsOf, settingsToAdd } from "#verify/report/additions.js";
import { settingsYaml, written } from "#verify/report/settings-yaml.js";
import { verify } from "#verify/verify.js";
import { result, skipped, skippedFor } from "../reporters/sample.js";
import { testTarget } from "../target.js";

const value = (isList: boolean, ...names: string[]) =>
  skipped("it needs a value", { kind: "value", setting: ["values", ...names], isList });

const cases = [
  result("a", skipped("it needs a function", { kind: "provision" })),
  result("b", value(false, "retrieveThing", "id", "found")),
  result("c", value(true, "deleteThing", "id", "own")),
  result("d", skippedFor({ kind: "credentials", actor: "otherTeam" })),
  result("e", skippedFor({ kind: "writes", level: "reversible" })),
  result("f", skippedFor({ kind: "writes", level: "reversible" })),
  result("g", skipped("the list is empty")),
  result("h"),
  result("i", skipped("DELETE /drafts names no resource", { kind: "allowed", operation: "deleteDrafts" })),
  result("j", skipped("PATCH /drafts names no resource", { kind: "allowed", operation: "PATCH /drafts" })),
  result("k", skippedFor({ kind: "items", found: 3, wanted: 21 })),
];

test("each setting is named once, in the order of a target file, with the test cases that need it", () => {
  const { additions, unaided } = additionsOf(cases);
  expect(additions.map(({ setting, isList, cases: names }) => [settingPath(...setting), isList, names.length])).toEqual(
    [
      ["writes.reversible", false, 2],
      ["credentials.otherTeam", false, 1],
      ["values.retrieveThing.id.found", false, 1],
      ["values.deleteThing.id.own", true, 1],
      ["provision", false, 1],
      ["allowed.deleteDrafts", false, 1],
      ['allowed."PATCH /drafts"', false, 1],
    ],
  );
  expect(unaided).toEqual([
    { reason: "the list is empty", cases: ["listThings › g"] },
    { reason: "too few items (3, needs 21)", cases: ["listThings › k"] },
  ]);
});

test("the reason of a setting is that of test cases that lack nothing else, if there are any", () => {
  const allowed = { kind: "allowed", operation: "register" } as const;
  const both = skipped("writes are not allowed", { kind: "writes", level: "reversible" }, allowed);
  const reasonsOf = (...outcomes: ReturnType<typeof skipped>[]) =>
    additionsOf(outcomes.map((outcome, index) => result(String(index), outcome))).additions.find(
      ({ setting }) => setting[0] === "allowed",
    )?.reasons;
  expect(reasonsOf(both, skipped("POST /users may do more", allowed))).toEqual(["POST /users may do more"]);
  expect(reasonsOf(both)).toEqual(["writes are not allowed"]);
});

test("the advice to allow an operation has the first reason why no level permits its requests", () => {
  const allowed = { kind: "allowed", operation: "createRecipe" } as const;
  const reasons = ["its body names /name 1.5, which may exist", "its body names /0/name 2, which may exist"];
  const both = skipped("writes are not allowed", { kind: "writes", level: "reversible" }, allowed);
  const value = { kind: "value", setting: ["values", "a", "id"], isList: false } as const;
  const more = skipped("no value exists for id", allowed, value);
  const advised = settingsToAdd([
    ...reasons.map((reason, at) => result(String(at), skipped(reason, allowed))),
    result("c", both),
    result("d", more),
  ]);
  expect(advised.settings.map(({ written: setting, opens }) => `${setting} ${opens}`)).toEqual([
    `allowed.createRecipe up to 2 test cases: ${reasons[0]}`,
    "writes: reversible and allowed.createRecipe up to 1 test case",
    "allowed.createRecipe and values.a.id up to 1 test case",
  ]);
});

test("a test case that lacks two values stands under both", () => {
  const needs = ["id", "name"].map((name) => ({
    kind: "value" as const,
    setting: ["values", "a", name],
    isList: false,
  }));
  const { additions } = additionsOf([result("a", skipped("no value exists for id and name", ...needs))]);
  expect(additions.map(({ setting, cases: names }) => [setting[2], names])).toEqual([
    ["id", ["listThings › a"]],
    ["name", ["listThings › a"]],
  ]);
});

test.each([
  ["writes", { kind: "allowed", operation: "register" }],
  ["writes", { kind: "provision" }],
  ["allowed", { kind: "value", setting: ["values", "a", "id"], isList: false }],
] as const)("a test case that lacks %s alone stands before those that lack more: %o", (kind, other) => {
  const own = kind === "writes" ? ({ kind, level: "reversible" } as const) : ({ kind, operation: "addBook" } as const);
  const { additions } = additionsOf([
    result("both", skipped("writes are not allowed", own, other)),
    result("alone", skipped("writes are not allowed", own)),
    result("more", skipped("writes are not allowed", own, other)),
  ]);
  expect(additions.find(({ setting }) => setting[0] === kind)?.cases).toEqual([
    "listThings › alone",
    "listThings › both",
    "listThings › more",
  ]);
});

test("settings become YAML with a placeholder for each value", () => {
  expect(settingsYaml(additionsOf(cases).additions.map(written)).join("\n")).toBe(`writes: reversible
credentials:
  otherTeam: \${OTHER_TEAM_KEY}
values:
  retrieveThing:
    id:
      found: VALUE
  deleteThing:
    id:
      own: [VALUE, VALUE]
provision: ./provision.mjs
allowed:
  - deleteDrafts
  - PATCH /drafts`);
});

test.each([true, false])("the sandbox has no reason to skip that no setting helps (writes: %s)", async (writes) => {
  const document = await referenceContract();
  const sandbox = await startSandbox({ port: 0, rows: 45 });
  try {
    const credentials = { own: singleCredential(sandbox.keys.first, "KEY") };
    const target = testTarget(sandbox.url, {
      credentials,
      writes: writes ? "creations" : "none",
      hasExampleData: false,
    });
    const { additions, unaided } = additionsOf((await verify({ contract: document, api: TEAM_API, target })).cases);
    expect(unaided).toEqual([]);
    expect(additions.length).toBeGreaterThan(3);
  } finally {
    await sandbox.close();
  }
});
