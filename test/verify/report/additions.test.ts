import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import { startSandbox } from "#team-api/sandbox/sandbox.js";
import { TEAM_API } from "#team-api/team-api.js";
import { temporaryFolder } from "#test/temporary.js";
import { singleCredential } from "#verify/model/target/target.js";
import { additionsOf, targetYaml } from "#verify/report/additions.js";
import { readTargetFile } from "#verify/target/target-file.js";
import { verify } from "#verify/verify.js";
import { result, skipped } from "../reporters/sample.js";
import { testTarget } from "../target.js";

const cases = [
  result("a", skipped("it needs a function: name a provision module in the target file")),
  result("b", skipped("it needs a value: add one to the target file, values.retrieveThing.id.found")),
  result("c", skipped("it needs a value to consume: add a list to the target file, values.deleteThing.id.own")),
  result("d", skipped("it needs a key of another team: add one to the target file, credentials.otherTeam")),
  result("e", skipped("writes are not allowed (writes: allow, or --allow-writes)")),
  result("f", skipped("writes are not allowed (writes: allow, or --allow-writes)")),
  result("g", skipped("the list is empty")),
  result("h"),
  result("i", skipped("DELETE /drafts names no resource: allow it in the target file, allowed.deleteDrafts")),
  result("j", skipped('PATCH /drafts names no resource: allow it in the target file, allowed."PATCH /drafts"')),
];

test("each setting is named once, in the order of a target file, with the test cases that need it", () => {
  const { additions, unaided } = additionsOf(cases);
  expect(additions.map(({ setting, isList, cases: names }) => [setting, isList, names.length])).toEqual([
    ["writes", false, 2],
    ["credentials.otherTeam", false, 1],
    ["values.retrieveThing.id.found", false, 1],
    ["values.deleteThing.id.own", true, 1],
    ["provision", false, 1],
    ["allowed.deleteDrafts", false, 1],
    ['allowed."PATCH /drafts"', false, 1],
  ]);
  expect(unaided).toEqual([{ reason: "the list is empty", cases: ["listThings › g"] }]);
});

test("settings become YAML with a placeholder for each value", () => {
  expect(targetYaml(additionsOf(cases).additions)).toBe(`writes: allow
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
  - "PATCH /drafts"`);
});

test.each([
  ['values.a."page.size".one', "values:\n  a:\n    page.size:\n      one: VALUE"],
  ['values."GET /a".b', 'values:\n  "GET /a":\n    b: VALUE'],
  ['values.a.b."1 c"', 'values:\n  a:\n    b:\n      "1 c": VALUE'],
])("the setting %s is quoted where YAML needs it", (setting, yaml) => {
  expect(targetYaml([{ setting, isList: false }])).toBe(yaml.replace("page.size:", '"page.size":'));
});

test.each([true, false])(
  "the settings that a run asks for are a valid target file, and a run has no other reason (writes: %s)",
  async (writes) => {
    const document = await loadDocument("openapi/openapi.yaml");
    const sandbox = await startSandbox({ port: 0, rows: 45 });
    try {
      const credentials = { own: singleCredential(sandbox.keys.first, "KEY") };
      const target = testTarget(sandbox.url, { credentials, writes, hasExampleData: false });
      const { additions, unaided } = additionsOf((await verify({ contract: document, api: TEAM_API, target })).cases);
      expect(unaided).toEqual([]);
      expect(additions.length).toBeGreaterThan(3);
      const file = join(await temporaryFolder("target"), "staging.yaml");
      const yaml = targetYaml(additions).replace("credentials:", `credentials:\n  BearerAuth: \${KEY}`);
      await writeFile(file, `baseUrl: ${sandbox.url}\n${yaml.replaceAll("VALUE", "a-value")}`);
      const names = ["KEY", "SAME_TEAM_KEY", "OTHER_TEAM_KEY", "OUTSIDE_BETA_KEY"];
      const environment = Object.fromEntries(names.map((name) => [name, `value-of-${name}`]));
      await expect(readTargetFile(file, document, environment)).resolves.toMatchObject({ baseUrl: sandbox.url });
    } finally {
      await sandbox.close();
    }
  },
);
