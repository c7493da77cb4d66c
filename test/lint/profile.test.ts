import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withoutConsequences } from "#scripts/lint/consequences.js";
import { joinedOptions } from "#scripts/lint/joined-options.js";
import { lintReports } from "#scripts/lint/problem.js";
import { withProfile } from "#scripts/lint/profile.js";
import { runRedocly } from "#scripts/redocly.js";
import { temporaryFolder } from "../temporary.js";

const RECOMMENDED = "--config=openapi/lint/recommended.yaml";

async function fileWith(operation: object): Promise<string> {
  const file = join(await temporaryFolder("profile"), "openapi.json");
  const responses = { 200: { description: "OK" } };
  const paths = { "/a": { get: { ...operation, responses } } };
  await writeFile(file, JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths }));
  return file;
}

test("a document without our extensions is linted by the recommended rules", async () => {
  const file = await fileWith({ "x-internal": true });
  expect(await withProfile([file])).toEqual([file, RECOMMENDED]);
  expect(await withProfile([file, "--profile", "contract"])).toEqual([file]);
});

test("a document with one of our extensions, and the contract, are linted as a contract", async () => {
  const file = await fileWith({ "x-mutually-exclusive": [["a", "b"]] });
  expect(await withProfile([file])).toEqual([file]);
  expect(await withProfile([])).toEqual([]);
  expect(await withProfile([file, "--profile=recommended"])).toEqual([file, RECOMMENDED]);
});

test.each([
  ["x-examples", ["streaming"]],
  ["x-extensible-enum", ["a"]],
  ["x-stability-level", "beta"],
])("%s, which others have too, does not make a document a contract of this project", async (name, value) => {
  const file = await fileWith({ [name]: value });
  expect(await withProfile([file])).toEqual([file, RECOMMENDED]);
});

test("the contract is linted by the profile that is asked for, also if no document is named", async () => {
  expect(await withProfile(["--profile=recommended", "--format=json"])).toEqual([
    "openapi/openapi.yaml",
    "--format=json",
    RECOMMENDED,
  ]);
  expect(await withProfile(["--profile", "contract"])).toEqual([]);
});

test("an unknown profile is an error that lists the known ones", async () => {
  await expect(withProfile(["--profile", "strict"])).rejects.toThrow("Use contract or recommended.");
});

test("the value of an option is not a document", () => {
  const args = ["--format", "junit", "api.yaml", "--config=a.yaml", "--profile", "contract"];
  expect(joinedOptions(args)).toEqual(["--format=junit", "api.yaml", "--config=a.yaml", "--profile=contract"]);
});

test("of a document of others, what misleads a tool is an error, and matters of style are warnings", async () => {
  const ok = { 200: { description: "ok" } };
  const document = {
    ...{ openapi: "3.0.3", info: { title: "T", version: "1" }, servers: [{ url: "https://a.test/" }] },
    paths: {
      "/a/": { get: { operationId: "a b", responses: ok } },
      "/b": { get: { operationId: "b", security: [{ gone: [] }], responses: ok } },
      "/c": { get: { operationId: "b", responses: ok } },
    },
  };
  const file = join(await temporaryFolder("profile"), "openapi.json");
  await writeFile(file, JSON.stringify(document));
  const { stdout } = await runRedocly(["lint", ...(await withProfile([file])), "--format=json"], process.cwd());
  const problems = lintReports(stdout)?.[0]?.problems ?? [];
  const rulesOf = (severity: string) =>
    new Set(problems.flatMap((each) => (each.severity === severity ? [each.ruleId] : [])));
  expect(rulesOf("error")).toEqual(new Set(["contract/security-scheme-exists", "operation-operationId-unique"]));
  expect([...rulesOf("warn")]).toEqual(
    expect.arrayContaining([
      ...["no-path-trailing-slash", "no-server-trailing-slash", "operation-operationId-url-safe"],
      ...["operation-summary", "security-defined"],
    ]),
  );
  const missing = withoutConsequences(problems).filter(({ message }) => message.includes("gone"));
  expect(missing.map(({ ruleId }) => ruleId)).toEqual(["contract/security-scheme-exists"]);
});
