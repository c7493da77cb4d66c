import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asObject } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { diffCommand } from "#scripts/diff/command.js";
import { generateCommand } from "#scripts/generate/command.js";
import { thorough } from "#test/sample.js";
import { run } from "../command-line.js";
import { type Repository, repository } from "../release/repository.js";
import { runHere } from "../run-here.js";

let repo: Repository;
beforeAll(async () => {
  repo = await repository();
});
afterAll(() => repo.remove());

const diff = (...args: string[]) => runHere(diffCommand, args, repo.folder);

/** Changes a file of the repository. */
async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(repo.folder, file), "utf8");
  expect(text).toContain(from);
  await writeFile(join(repo.folder, file), text.replace(from, to));
}

/** Undoes the changes. */
const restore = () => repo.git("checkout", "--quiet", ".");

describe("npm run diff", () => {
  test("reports an unchanged contract, and exits with 0", async () => {
    const { code, stdout, stderr } = await diff("main");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("The contract is unchanged.");
  });

  thorough(
    "names breaking changes and the version that they need, and exits with 1 until the version is right",
    async () => {
      await edit("openapi/schemas/ContactImportCounts.yaml", "[total, created", "[created");
      await edit("openapi/requirements.yaml", "ContactImportCounts/required/4", "ContactImportCounts/required/3");
      const before = asObject((await loadDocument("openapi/openapi.yaml")).info).version;
      const [, minor] = String(before).split(".").map(Number);
      const needed = `0.${(minor ?? 0) + 1}.0`;

      const found = await run(["scripts/diff.ts", "HEAD"], {}, repo.folder);
      expect(found.code).toBe(1);
      expect(found.stdout).toContain(
        "Breaking:\n  The property `total` of `ContactImportCounts` is no longer required.",
      );
      // The types of the function follow from it, so they are no change of their own.
      expect(found.stdout).toContain(
        '(data: Ok<Api["retrieveContactImport"]>): Ok<Was["retrieveContactImport"]> => data;',
      );
      expect(found.stdout).not.toContain("code that imports generated/:");
      expect(found.stdout).toContain(`This leads to ${needed}, a minor version: before 1.0`);
      expect(found.stderr).toContain("A change breaks clients. Before 1.0, a minor version may do that.");
      expect(found.stderr).toContain(`The version is ${before}. It must be ${needed} or higher.`);
      // The advised command is not refused.
      expect(found.stderr).toContain("npm run diff -- HEAD --bump --accept-breaking");

      await edit("openapi/openapi.yaml", `version: ${before}`, `version: ${needed}`);
      const halfway = await diff("HEAD", "--accept-breaking");
      expect(halfway.code).toBe(1);
      expect(halfway.stderr).toContain(
        `The contract has version ${needed}, and package.json ${before}. They must be equal.`,
      );

      expect(await diff("HEAD", "--bump")).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("--accept-breaking"),
      });
      const bumped = await diff("HEAD", "--bump", "--accept-breaking");
      expect(bumped.code).toBe(0);
      // The contract had this version before.
      expect(bumped.stdout).toMatch(/\nThe version is now [\d.]+, in package\.json, package-lock\.json, generated\//);
      expect(await diff("HEAD", "--accept-breaking")).toMatchObject({ code: 0, stderr: "" });
      expect(await diff("HEAD")).toMatchObject({ code: 1 });
      expect(await runHere(generateCommand, ["--check"], repo.folder)).toMatchObject({ code: 0 });
      restore();
    },
  );

  test("lists breaking changes of beta operations separately", async () => {
    await edit("openapi/parameters/Limit.yaml", "maximum: 100", "maximum: 50");
    const { code, stdout } = await diff("main");
    expect(code).toBe(1);
    expect(stdout).toContain(
      "Breaking, but only beta operations, which a minor version may break:\n  `maximum` of the query parameter `limit` was changed",
    );
    expect(stdout).not.toContain("Breaking:\n");
    restore();
  });

  test("compares with a file", async () => {
    const file = join(repo.folder, "generated/openapi.json");
    expect(await diff(file)).toMatchObject({ code: 0, stderr: "" });
  });

  test.each([
    {
      args: ["no-such-branch"],
      message: "no-such-branch is not a file, and not a commit, branch or tag of this repository.",
    },
    {
      args: ["package.json"],
      message: "package.json is not a document of OpenAPI 3 or Swagger 2.0: it has neither `openapi` nor `swagger`.",
    },
    { args: [], message: "Name one revision to compare with" },
    { args: ["main", "HEAD"], message: "Name one revision to compare with" },
    { args: ["main", "--nonsense"], message: "--nonsense" },
  ])("with $args prints in one line why it cannot compare, and exits with 2", async ({ args, message }) => {
    const { code, stdout, stderr } = await diff(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr.trimEnd()).not.toContain("\n");
  });

  test("reports that a revision has no contract, and exits with 2", async () => {
    repo.git("checkout", "--quiet", "--orphan", "empty");
    repo.git("commit", "--quiet", "--allow-empty", "--message", "Without a contract", "--only");
    repo.git("checkout", "--quiet", "--force", "main");
    const { code, stderr } = await diff("empty");
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("empty has no generated/openapi.json."),
    });
  });
});
