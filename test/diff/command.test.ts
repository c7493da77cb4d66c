import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asObject } from "../../src/openapi/document.js";
import { loadDocument } from "../../src/openapi/load.js";
import { run } from "../command-line.js";
import { type Repository, repository } from "../release/repository.js";

let repo: Repository;
beforeAll(async () => {
  repo = await repository();
});
afterAll(() => repo.remove());

const diff = (...args: string[]) => run(["scripts/diff.ts", ...args], {}, repo.folder);

/** Changes a file of the repository. */
async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(repo.folder, file), "utf8");
  expect(text).toContain(from);
  await writeFile(join(repo.folder, file), text.replace(from, to));
}

/** Puts the repository back. */
const restore = () => repo.git("checkout", "--quiet", ".");

describe("npm run diff", () => {
  test("says that nothing has changed, and exits with 0", async () => {
    const { code, stdout, stderr } = await diff("main");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("The contract is the same");
  });

  test("names what breaks and the version that it takes, and exits with 1 until the version is right", async () => {
    await edit("openapi/schemas/ContactImportCounts.yaml", "[total, created", "[created");
    const before = asObject((await loadDocument("openapi/openapi.yaml")).info).version;
    const [, minor] = String(before).split(".").map(Number);
    const needed = `0.${(minor ?? 0) + 1}.0`;

    const found = await diff("HEAD");
    expect(found.code).toBe(1);
    expect(found.stdout).toContain("Breaking:\n  Properties of `counts` are no longer required: `total`.");
    expect(found.stdout).toContain("code that imports generated/: `retrieveContactImport` brings data");
    expect(found.stdout).toContain(`This leads to ${needed}, a minor version: while the major version is 0`);
    expect(found.stderr).toContain(`The version is ${before}, and has to be ${needed} or higher.`);

    await edit("openapi/openapi.yaml", `version: ${before}`, `version: ${needed}`);
    const halfway = await diff("HEAD");
    expect(halfway.code).toBe(1);
    expect(halfway.stderr).toContain(`The contract is ${needed}, and package.json ${before}: they are one number.`);

    expect(await diff("HEAD", "--bump")).toMatchObject({ code: 0 });
    expect(await diff("HEAD")).toMatchObject({ code: 0, stderr: "" });
    expect(await run(["scripts/generate.ts", "--check"], {}, repo.folder)).toMatchObject({ code: 0 });
    restore();
  });

  test("tells apart what breaks in beta only", async () => {
    await edit("openapi/parameters/Limit.yaml", "maximum: 100", "maximum: 50");
    const { code, stdout } = await diff("main");
    expect(code).toBe(1);
    expect(stdout).toContain(
      "Breaking, but only what is beta, which a minor version may break:\n  Upper bound changed",
    );
    expect(stdout).not.toContain("Breaking:\n");
    restore();
  });

  test("compares with a file as well", async () => {
    const file = join(repo.folder, "generated/openapi.json");
    expect(await diff(file)).toMatchObject({ code: 0, stderr: "" });
  });

  test.each([
    { args: ["no-such-branch"], says: "no-such-branch is no file, and no commit, branch or tag of this repository." },
    { args: ["package.json"], says: "package.json is no OpenAPI 3 document: `openapi` is undefined." },
    { args: [], says: "Name one revision to compare with" },
    { args: ["main", "HEAD"], says: "Name one revision to compare with" },
    { args: ["main", "--nonsense"], says: "--nonsense" },
  ])("with $args says in one line why it cannot compare, and exits with 2", async ({ args, says }) => {
    const { code, stdout, stderr } = await diff(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(says);
    expect(stderr.trimEnd()).not.toContain("\n");
  });

  test("says that a revision has no contract, and exits with 2", async () => {
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
