import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { parseYaml } from "@redocly/openapi-core";
import { expect, test, vi } from "vitest";
import { verify } from "#index.js";
import { initCommand } from "#init/command.js";
import { ACTIONS } from "#init/workflow.js";
import { asList, asObject, asText } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { startSandbox } from "#team-api/sandbox/sandbox.js";
import { TEAM_API } from "#team-api/team-api.js";
import { OTHER_ACTORS } from "#verify/model/target/target.js";
import { runHere } from "../run-here.js";
import { json, serve } from "../server.js";
import { temporaryFolder } from "../temporary.js";

const WORKFLOW = ".github/workflows/verify-staging.yml";

async function initialized(...args: string[]) {
  const folder = await temporaryFolder("init");
  const ran = await runHere(initCommand, ["--out", folder, ...args]);
  return { folder, ...ran, read: (name: string) => readFile(join(folder, name), "utf8") };
}

/** The environment variables that a target file needs. */
function variablesIn(text: string): string[] {
  return [...text.matchAll(/^[^#\n]*\$\{(\w+)\}/gm)].map(([, name = ""]) => name);
}

test("the target file verifies a server when its address and key are set", async () => {
  const { folder, code, stdout } = await initialized();
  expect(code).toBe(0);
  const targetFile = join(folder, "staging.yaml");
  expect(stdout).toContain(`Then run: npm run verify -- --target ${targetFile}\n`);
  const sandbox = await startSandbox({ port: 0 });
  const text = await readFile(targetFile, "utf8");
  await writeFile(targetFile, text.replace("https://staging.example.com", sandbox.url));
  for (const name of variablesIn(text)) vi.stubEnv(name, sandbox.keys.first);
  const report = await verify({ targetFile });
  vi.unstubAllEnvs();
  await sandbox.close();
  expect(report.verdict).toBe("passed");
  expect(report.counts.passed).toBeGreaterThan(50);
});

test.each([
  ["openapi/openapi.yaml", ["sameTeam", "otherTeam", "outsideBeta"]],
  ["test/documents/telemetry.yaml", ["sameTeam", "otherTeam"]],
])("the target file of %s has a comment for each key of others that a run asks for", async (spec, actors) => {
  const folder = await temporaryFolder("init");
  const init = (args: readonly string[]) => initCommand(args, async () => TEAM_API);
  await runHere(init, ["--out", folder, "--spec", spec]);
  const text = await readFile(join(folder, "staging.yaml"), "utf8");
  // Another security scheme of the document may be a comment too.
  const names = [...text.matchAll(/^ {2}# (\w+): \$\{\w+\}$/gm)].map(([, name = ""]) => name);
  expect(names.filter((name) => OTHER_ACTORS.some((actor) => actor === name))).toEqual(actors);
});

test("the target file of another document has its security schemes, each with a variable", async () => {
  const { read, stdout } = await initialized("--spec", "test/documents/telemetry.yaml");
  const document = await loadDocument("test/documents/telemetry.yaml");
  const schemes = Object.keys(asObject(asObject(document.components).securitySchemes));
  expect(Object.keys(asObject(asObject(parseYaml(await read("staging.yaml"))).credentials))).toEqual(schemes);
  expect(stdout).toContain(" --spec 'test/documents/telemetry.yaml'\n");
  expect(await read(WORKFLOW)).toContain("--target staging.yaml --spec 'test/documents/telemetry.yaml'");
});

test("without a document, init says whose contract it takes, and which file of the folder may be meant", async () => {
  expect((await initialized()).stdout).toMatch(
    /^The contract is openapi\/openapi.yaml, Team Management API .*: --spec FILE names another document$/m,
  );
  expect((await initialized("--spec", "test/documents/telemetry.yaml")).stdout).not.toContain("The contract is");
  const folder = await temporaryFolder("documents");
  await writeFile(join(folder, "swagger-v2.json"), "{}");
  const { stdout } = await runHere(initCommand, ["--out", folder]);
  expect(stdout).toContain(": did you mean --spec swagger-v2.json?");
});

test("the provision module can be loaded, and provides nothing yet", async () => {
  const { folder } = await initialized();
  const { provision } = await import(pathToFileURL(join(folder, "provision.mjs")).href);
  const functions = provision({ baseUrl: "https://staging.example.com" });
  expect(await functions.disposable({ operation: "a", parameter: "b", team: "own" })).toBeUndefined();
  expect(await functions.remove({ operation: "a", body: {} })).toBe(false);
});

test("the workflow passes the variables of the target file, and pins the actions of this repo", async () => {
  const { read } = await initialized();
  const text = await read(WORKFLOW);
  const job = asObject(asObject(asObject(parseYaml(text)).jobs).verify);
  const variables = variablesIn(await read("staging.yaml"));
  expect(job.env).toMatchObject(Object.fromEntries(variables.map((name) => [name, `\${{ secrets.${name} }}`])));
  expect(text).toContain("          npm run verify -- --target staging.yaml $known $compare\n");
  const own = await readFile(".github/workflows/ci.yml", "utf8");
  for (const action of Object.values(ACTIONS)) expect(own).toContain(action);
});

/** Stands for `npm` or `gh` in a step: it notes its arguments, and prints what the step reads. */
const STAND_INS = {
  npm: `echo "npm $*" >>calls
case "$*" in
*verify*) mkdir -p reports && echo '{}' >reports/report.json && cp reports/report.json reports/report.sarif ;;
*summary*) echo "the comment" ;;
esac`,
  gh: `echo "gh $*" >>calls
case "$*" in
"run list"*) echo "$RUN_BEFORE" ;;
"run download"*) echo '{}' >before/report.json ;;
*--paginate*) echo "$COMMENT" ;;
esac`,
};

test.each([
  ["the first run", {}, ["npm run verify -- --target staging.yaml", "--method POST repos/o/r/issues/7/comments"]],
  [
    "a run after another, with accepted causes and a comment",
    { RUN_BEFORE: "12", COMMENT: "34" },
    [
      "gh run download 12 --repo o/r --name verification --dir before",
      "npm run verify -- --target staging.yaml --known known.yaml --compare before/report.json",
      "npm run --silent summary -- reports/report.json --base before/report.json --comment",
      "--method PATCH repos/o/r/issues/comments/34 --field body=@comment.md",
    ],
  ],
])("the steps of the workflow run in a shell: %s", async (_, more: Record<string, string>, calls) => {
  const { folder, read } = await initialized();
  const bin = join(folder, "bin");
  await mkdir(bin);
  for (const [name, script] of Object.entries(STAND_INS)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  if (more.COMMENT !== undefined) await writeFile(join(folder, "known.yaml"), "known: []\n");
  const github = { REPO: "o/r", BRANCH: "main", NUMBER: "7", GITHUB_SHA: "c0ffee", GITHUB_REF: "refs/pull/7/merge" };
  const env = { PATH: `${bin}:${process.env.PATH}`, RUN_BEFORE: "", COMMENT: "", ...github, ...more };
  const job = asObject(asObject(asObject(parseYaml(await read(WORKFLOW))).jobs).verify);
  for (const step of asList(job.steps)) {
    const script = asText(asObject(step).run);
    if (script === undefined) continue;
    // GitHub runs a step so (workflow syntax, `shell`).
    const { status, stderr } = spawnSync("bash", ["--norc", "-e", "-c", script], {
      cwd: folder,
      env,
      encoding: "utf8",
    });
    expect({ status, stderr }, script).toEqual({ status: 0, stderr: "" });
  }
  const called = (await read("calls")).replaceAll(/ +/g, " ");
  for (const call of calls) expect(called).toContain(call);
  expect(called).toContain("code-scanning/sarifs -f commit_sha=c0ffee -f ref=refs/pull/7/merge -F sarif=@sarif.txt");
  expect(await read("comment.md")).toBe("the comment\n");
  expect(gunzipSync(Buffer.from(await read("sarif.txt"), "base64")).toString()).toBe("{}\n");
});

test("a file that exists is left as it is", async () => {
  const folder = await temporaryFolder("init");
  await writeFile(join(folder, "staging.yaml"), "mine");
  const { code, stdout } = await runHere(initCommand, ["--out", folder]);
  expect(code).toBe(0);
  expect(stdout).toContain(`exists  ${join(folder, "staging.yaml")}\nwrote   ${join(folder, "provision.mjs")}\n`);
  expect(await readFile(join(folder, "staging.yaml"), "utf8")).toBe("mine");
  expect((await readdir(folder)).toSorted()).toEqual([".github", "provision.mjs", "staging.yaml"]);
});

test.each([
  ["baseUrl: https://first.example.com/", true],
  ['baseUrl: "https://first.example.com"', true],
  ["baseUrl: https://first.example.com # staging", true],
  ["baseUrl: BASE_URL", false],
  ["# baseUrl: https://first.example.com", false],
])("where %s stands in a file that exists, another address has to be set there: %s", async (line, isOther) => {
  const { close, url } = await serve((_, response) => json(response, 200, {}));
  const folder = await temporaryFolder("init");
  await writeFile(join(folder, "staging.yaml"), `${line.replace("BASE_URL", url)}\n`);
  const { stdout } = await runHere(initCommand, ["--out", folder, "--base-url", url]);
  await close();
  const set = `Set baseUrl in ${join(folder, "staging.yaml")} to ${url} (it is https://first.example.com)`;
  expect(stdout.includes(set)).toBe(isOther);
});

test("a folder that cannot be written is named", async () => {
  await expect(initCommand(["--out", "package.json"])).rejects.toThrow(
    /^package\.json\/staging\.yaml cannot be written: .*Name another folder: --out DIR$/,
  );
});
