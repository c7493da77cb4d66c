import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { generateCommand } from "#scripts/generate/command.js";
import { releaseCommand } from "#scripts/release/command.js";
import { run } from "../command-line.js";
import { runHere } from "../run-here.js";
import { COMMITTER, PASSES, type Repository, repository } from "./repository.js";

let repo: Repository;
beforeAll(async () => {
  for (const [name, value] of Object.entries(COMMITTER)) vi.stubEnv(name, value);
  repo = await repository();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await repo.remove();
});

const passes = async () => 0;
/** Runs the command with a check that passes. */
const release = (...args: string[]) => runHere((all) => releaseCommand(all, passes), args, repo.folder);
/** Starts the command as its npm script does. It runs the check of the repository. */
const startRelease = (...args: string[]) => run(["scripts/release.ts", ...args], {}, repo.folder);
const read = (file: string) => readFile(join(repo.folder, file), "utf8");
const state = () => [repo.git("status", "--porcelain"), repo.git("rev-parse", "HEAD"), repo.git("tag")].join("\n");

/** Changes a file, and commits it. */
async function commit(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await read(file);
  expect(text.replace(from, to)).not.toBe(text);
  await writeFile(join(repo.folder, file), text.replace(from, to));
  repo.git("commit", "--quiet", "--all", "--message", `Change ${file}`);
}

// The tests share one repository, and run in this order.
describe("npm run release", () => {
  let first: string;

  test("--dry-run prints the first release with the version of the contract, and changes nothing", async () => {
    first = JSON.parse(await read("package.json")).version;
    const before = state();
    const { code, stdout, stderr } = await release("--dry-run");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("Run npm run check:all, which has to pass.\n");
    expect(stdout).toContain(`This would release ${first}, the first release. Nothing was changed.`);
    expect(state()).toBe(before);
  });

  test("writes the entry, the commit and the tag of the first release", async () => {
    expect(await startRelease()).toMatchObject({ code: 0, stderr: "" });
    expect(repo.git("log", "-1", "--format=%s").trim()).toBe(`Release ${first}`);
    expect(repo.git("describe", "--tags").trim()).toBe(`v${first}`);
    expect(repo.git("cat-file", "-t", `v${first}`).trim()).toBe("tag");
    expect(repo.git("status", "--porcelain")).toBe("");
    expect(await read("CHANGELOG.md")).toMatch(
      new RegExp(`## Unreleased\n\n## ${first.replaceAll(".", "\\.")} \\(\\d{4}-`),
    );
  });

  test("makes no release without notes for users, and exits with 1", async () => {
    const { code, stderr } = await release();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        "CHANGELOG.md has nothing under `## Unreleased`. Describe the changes for users there.\n" +
        `The contract is unchanged since v${first}.\n`,
    });
  });

  test("makes no release with uncommitted files, and exits with 1; --dry-run names them in its plan", async () => {
    await writeFile(join(repo.folder, "note.txt"), "mine\n");
    const changelog = await read("CHANGELOG.md");
    await writeFile(join(repo.folder, "CHANGELOG.md"), changelog.replace("## Unreleased\n", "$&\n- A note.\n"));
    const { code, stderr } = await release();
    const commit = "These files are not committed. Commit them first:\n M CHANGELOG.md\n?? note.txt\n";
    expect({ code, stderr }).toEqual({ code: 1, stderr: commit });
    const dry = await release("--dry-run");
    expect(dry).toMatchObject({ code: 0, stderr: "" });
    expect(dry.stdout).toContain(`, after v${first}. Nothing was changed.\n\n${commit}\n`);
    repo.git("clean", "--quiet", "--force", "note.txt");
    repo.git("checkout", "--quiet", "CHANGELOG.md");
  });

  test("uses the version that the changes need, and writes it to every file", async () => {
    await commit("openapi/requirements.yaml", "ContactImportCounts/required/4", "ContactImportCounts/required/3");
    await commit("openapi/schemas/ContactImportCounts.yaml", "[total, created", "[created");
    const unaccepted = await release("--dry-run");
    expect(unaccepted).toMatchObject({
      code: 1,
      stderr:
        "A change breaks clients. Before 1.0, a minor version may do that. If it is intended, add --accept-breaking.\n",
    });
    // Without notes, the changes of the contract are the entry.
    const unwritten = await release("--dry-run", "--accept-breaking");
    expect(unwritten).toMatchObject({ code: 0, stderr: "" });
    expect(unwritten.stdout).toMatch(/^ {2}## 0\..+\n\n {2}- The property .+ \(`#\/.+`\)$/m);

    await commit("CHANGELOG.md", "## Unreleased\n", "## Unreleased\n\n- `total` may be missing.\n");
    const [, minor = "0"] = first.split(".");
    const next = `0.${Number(minor) + 1}.0`;

    const low = await release(`0.${minor}.9`);
    expect(low).toMatchObject({ code: 1, stderr: `0.${minor}.9 is too low. The changes need ${next}.\n` });

    const before = state();
    const dry = await release("--dry-run", "--accept-breaking");
    expect(dry.stdout).toContain(`This would release ${next}, after v${first}.`);
    expect(dry.stdout).toContain("Breaking in the contract:");
    expect(state()).toBe(before);

    expect(await release("--accept-breaking")).toMatchObject({ code: 0, stderr: "" });
    expect(repo.git("describe", "--tags").trim()).toBe(`v${next}`);
    expect(JSON.parse(await read("package.json")).version).toBe(next);
    expect(JSON.parse(await read("package-lock.json")).packages[""].version).toBe(next);
    expect(JSON.parse(await read("generated/openapi.json")).info.version).toBe(next);
    expect(await read("openapi/openapi.yaml")).toContain(`version: ${next}\n`);
    expect(await runHere(generateCommand, ["--check"], repo.folder)).toMatchObject({ code: 0 });
    expect(await read("CHANGELOG.md")).toContain(
      "- `total` may be missing.\n\nBreaking in the contract:\n\n- The property `total`",
    );
  });

  test("makes no release if the check fails, and exits with 1", async () => {
    const begin = repo.git("rev-parse", "HEAD").trim();
    await commit("CHANGELOG.md", "## Unreleased\n", "## Unreleased\n\n- The tools are better.\n");
    await commit("package.json", `"check:all": ${PASSES}`, '"check:all": "exit 3"');
    const before = state();
    // With the check of the repository.
    expect(await startRelease()).toMatchObject({
      code: 1,
      stderr: "npm run check:all failed, so nothing is released. Correct what it reports.\n",
    });
    expect(state()).toBe(before);
    repo.git("reset", "--quiet", "--hard", begin);
  });

  test("makes the requested step, and restores everything if the commit fails", async () => {
    await commit("CHANGELOG.md", "## Unreleased\n", "## Unreleased\n\n- The tools are faster.\n");
    const hook = join(repo.folder, ".git/hooks/pre-commit");
    await writeFile(hook, "#!/bin/sh\necho not today >&2\nexit 1\n", { mode: 0o755 });
    const before = state();
    const failed = await release("major");
    expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining("not today") });
    expect(state()).toBe(before);

    await writeFile(hook, "#!/bin/sh\nexit 0\n");
    expect(await release("major")).toMatchObject({ code: 0 });
    expect(repo.git("describe", "--tags").trim()).toBe("v1.0.0");
  });

  test("reports an invalid version, and exits with 2", async () => {
    await commit("CHANGELOG.md", "## Unreleased\n", "## Unreleased\n\n- More.\n");
    const { code, stderr } = await release("soon");
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('The version is "soon".') });
  });
});
