import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ended, run, startNode } from "../command-line.js";
import { compiled, copyOfProject } from "../generate/project.js";

// The steps of "How to add an operation" in CONTRIBUTING.md, for DELETE /suppressions/{suppression}, in a copy of this project.

const FIXTURES = "test/team-api/fixtures/delete-suppression";
const HANDLER = "src/team-api/sandbox/handlers/delete-suppression.ts";

/** Tests that an added operation could break: they compare lists, counts or outputs with the contract. */
const TESTS = [
  ...["test/openapi/contract", "test/generate/handler", "test/export", "test/init", "test/docs/page-document"],
  ...["test/mock/mock", "test/mock/msw", "test/verify/engine/plan", "test/verify/traffic/faults", "test/verify/target"],
  ...["test/verify/resources/leftovers", "test/verify/resources/consumable-values", "test/team-api/names"],
  ...["test/team-api/sandbox/tenant-isolation", "test/team-api/sandbox/handlers", "test/readme"],
];

/** The copy, and the files that were written by hand. */
let folder: string;
const written: string[] = [];
beforeAll(async () => {
  folder = await copyOfProject();
  const others = (await readdir(".")).filter((name) =>
    /^(test|docs|\.github|vitest\.config\.ts|redocly\.yaml|\.dependency-cruiser\.js|.*\.md)$/.test(name),
  );
  for (const name of others) await cp(name, join(folder, name), { recursive: true });

  const fixture = (name: string) => readFile(join(FIXTURES, name), "utf8");
  await edit("openapi/paths/suppressions_{suppression}.yaml", async (text) => text + (await fixture("operation.yaml")));
  for (const name of ["parameters/SuppressionId", "schemas/DeletedSuppression", "examples/DeletedSuppression"]) {
    await edit(`openapi/${name}.yaml`, () => fixture(`${name}.yaml`));
  }
  await edit("openapi/requirements.yaml", async (text) => {
    const shared = /^( {2}(?:G[123]|U[123789]|U10):\n {4}operations: \[[^\]]+)/gm;
    return text
      .replace(shared, "$1, deleteSuppression")
      .replace(/\n\nopen:/, `\n${await fixture("requirements.yaml")}$&`);
  });
  const { code, stderr } = await run(["scripts/generate.ts", "--handler", "deleteSuppression"], {}, folder);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  await edit(HANDLER, () => fixture("handler.ts"));
});

/** Writes a file of the copy, by its text until then; empty for a new file. */
async function edit(file: string, change: (text: string) => Promise<string>): Promise<void> {
  const path = join(folder, file);
  await writeFile(path, await change(await readFile(path, "utf8").catch(() => "")));
  written.push(file);
}

test("an operation is added by at most six files", () => {
  expect(written.length).toBeLessThanOrEqual(6);
});

test("the lint passes with an added operation, and generated/ is up to date", async () => {
  const [lint, check] = await Promise.all(
    [["scripts/lint.ts"], ["scripts/generate.ts", "--check"]].map((args) => run(args, {}, folder)),
  );
  expect([lint?.code, check?.code], `${lint?.stderr}${check?.stderr}`).toEqual([0, 0]);
});

test("the code compiles with an added operation", async () => {
  expect(await compiled(folder, ["src", "scripts", "test", "generated"])).toBe("");
});

test("the test cases of the added operation prove the deletion: a handler that deletes nothing fails, and nothing else is blamed", async () => {
  const args = ["src/cli.ts", "verify", "--only", "deleteSuppression"];
  const honest = await run(args, {}, folder);
  expect(honest.code, honest.stdout).toBe(0);
  const file = join(folder, HANDLER);
  const handler = await readFile(file, "utf8");
  const lazy = handler.replace(" || !(await removeSuppression(db, id))", "");
  expect(lazy).not.toBe(handler);
  await writeFile(file, lazy);
  const { code, stdout } = await run(args, {}, folder);
  await writeFile(file, handler);
  expect(code, stdout).toBe(1);
  expect(stdout).toContain("✗ deleteSuppression succeeded, but the resource still exists (D1)  (1 test case)");
  expect(stdout).toContain("#/paths/~1suppressions~1{suppression}/delete/responses/2XX");
});

test("no test breaks that lists or counts something of the contract", async () => {
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project", "repo", "--silent=true", ...TESTS];
  const { code, stdout, stderr } = await ended(startNode(args, {}, folder));
  expect(code, `${stdout}${stderr}`).toBe(0);
});
