import { spawnSync } from "node:child_process";
import { readdir, readFile, realpath, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { asList, asObject, asText, type JsonObject } from "#openapi/document/document.js";
import { PACKAGES } from "#scripts/packages/packages.js";
import { temporaryFolder } from "../temporary.js";

const WORKFLOWS = ".github/workflows";
const ACTION = ".github/actions/verify/action.yml";
const files = [...(await readdir(WORKFLOWS)).map((name) => join(WORKFLOWS, name)), ACTION];

interface Automation {
  file: string;
  text: string;
  content: JsonObject;
  steps: JsonObject[];
}

const automations = await Promise.all(
  files.map(async (file): Promise<Automation> => {
    const text = await readFile(file, "utf8");
    const content = asObject(parseYaml(text));
    const jobs = [...Object.values(asObject(content.jobs)), content.runs ?? {}].map(asObject);
    return { file, text, content, steps: jobs.flatMap(({ steps }) => asList(steps).map(asObject)) };
  }),
);
const workflow = (name: string) => automations.find(({ file }) => file.endsWith(name));
const scriptsOf = ({ steps }: Automation) => steps.flatMap(({ run }) => asText(run) ?? []);

describe.each(automations)("$file", (automation) => {
  const { text, steps } = automation;

  test("has steps, and each runs a script or uses an action", () => {
    expect(steps.length).toBeGreaterThan(0);
    for (const { run, uses } of steps) expect(typeof run === "string" || typeof uses === "string").toBe(true);
  });

  test("pins every action to a commit, and names its version", () => {
    for (const line of text.split("\n").filter((each) => /\buses:/.test(each) && !/^\s*#/.test(each))) {
      expect(line).toMatch(/uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  test("runs only scripts of package.json, and files that exist", async () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(await readFile("package.json", "utf8"));
    for (const script of scriptsOf(automation)) {
      for (const [, name = ""] of script.matchAll(/npm run ([\w-]+)/g)) expect(Object.keys(scripts)).toContain(name);
      for (const [, file = ""] of script.matchAll(/tsx ([\w./-]+\.ts)/g)) await readFile(file);
    }
  });

  test("keeps no token in the checked-out repository, where the scripts of packages could read it", () => {
    for (const { uses, with: inputs } of steps) {
      if (!asText(uses)?.startsWith("actions/checkout@")) continue;
      expect(asObject(inputs)["persist-credentials"]).toBe(false);
    }
  });

  test("inserts no expression into a script, because a branch may be named like a command", () => {
    for (const script of scriptsOf(automation)) expect(script).not.toContain("${{");
  });
});

test("a pull request is compared with its base branch, and the page and the reports are kept", () => {
  const ci = workflow("ci.yml");
  expect(ci?.text).toContain('npm run diff -- "origin/$BASE"');
  expect(ci?.text).toContain("npm run generate -- --check");
  expect(ci?.text).toContain("npm run lint -- --format=github-actions");
  const kept = ci?.steps.flatMap((step) => asText(asObject(step.with).path) ?? []);
  expect(kept).toEqual(["site/", "reports/"]);
});

test("a tag publishes with provenance as a trusted publisher: npm gets no token, and only that job may sign", () => {
  const release = workflow("release.yml");
  expect(asObject(asObject(release?.content.on).push).tags).toEqual(["v*"]);
  expect(release?.content.permissions).toEqual({ contents: "read" });
  const { build, publish, ...others } = asObject(release?.content.jobs);
  expect([asObject(build).permissions, others]).toEqual([undefined, {}]);
  expect(asObject(publish).permissions).toEqual({ "id-token": "write" });
  for (const { name } of PACKAGES) {
    expect(release?.text).toContain(`npm publish ./dist/${name}-[0-9]*.tgz --provenance`);
  }
  expect(release?.text).not.toMatch(/token:(?! write)|secrets|_TOKEN|registry/i);
});

test("the job that may publish installs, builds and tests nothing: it publishes the packed files of another job", () => {
  const { build, publish } = asObject(workflow("release.yml")?.content.jobs);
  const stepsOf = (job: typeof build) => asList(asObject(job).steps).map(asObject);
  const scripts = (job: typeof build) => stepsOf(job).flatMap(({ run }) => asText(run) ?? []);
  expect(asObject(publish).needs).toBe("build");
  expect(stepsOf(publish).flatMap(({ uses }) => asText(uses)?.replace(/@.*/, "") ?? [])).toEqual([
    "actions/download-artifact",
    "actions/setup-node",
  ]);
  const [check = "", ...published] = scripts(publish);
  expect(check).toContain('version="$(npm --version)"');
  expect(check).not.toMatch(/npm (?!--version|is )|npx|node |tsx|\.\/|eval|curl/);
  expect(published).toEqual(
    PACKAGES.map(({ name }) => `npm publish ./dist/${name}-[0-9]*.tgz --provenance --access public --ignore-scripts`),
  );
  expect(scripts(build)).toEqual(expect.arrayContaining(["npm ci", "npm run build"]));
  expect(scripts(build).join("\n")).not.toContain("npm publish");
  const given = stepsOf(build).find(({ uses }) => asText(uses)?.startsWith("actions/upload-artifact@"));
  const taken = stepsOf(publish).find(({ uses }) => asText(uses)?.startsWith("actions/download-artifact@"));
  expect(asObject(taken?.with).name).toBe(asObject(given?.with).name);
});

const COMMENTS = "repos/o/r/issues/7/comments";

test.each([
  ["", `--method POST ${COMMENTS}`],
  ["42", "--method PATCH repos/o/r/issues/comments/42"],
])("the summary of a pull request is one comment: with the comment '%s', gh is called with %s", async (id, want) => {
  const step = workflow("ci.yml")?.steps.find(({ name }) => name === "Write or update the comment");
  const folder = await fakes({ gh: `case "$*" in *--paginate*) echo "${id}";; *) echo "$@";; esac` });
  const { status, stdout } = bash(asText(step?.run) ?? "", folder, { NUMBER: "7", REPO: "o/r" });
  expect({ status, stdout: stdout.trim() }).toEqual({
    status: 0,
    stdout: `api ${want} --field body=@summary/comment.md`,
  });
});

test.each([
  ["o/r", false],
  ["fork/r", true],
])("the summary of a pull request from %s says that it comes from a fork: %s", async (head, isFork) => {
  const step = workflow("ci.yml")?.steps.find(({ name }) => name === "Show the summary");
  const folder = await fakes({ cat: "echo summary" });
  const file = join(folder, "step-summary.md");
  const env = { GITHUB_STEP_SUMMARY: file, HEAD_REPO: head, REPO: "o/r" };
  expect(bash(asText(step?.run) ?? "", folder, env).status).toBe(0);
  const text = await readFile(file, "utf8");
  expect(text).toContain("summary");
  expect(text.includes("from a fork, so the workflow has no secrets")).toBe(isFork);
});

test.each([
  ["10.9.4", 1],
  ["11.4.2", 1],
  ["11.5.1", 0],
  ["11.19.0", 0],
  ["12.0.0", 0],
])("with npm %s, the release exits with %i, because trusted publishing needs 11.5.1", async (version, want) => {
  const step = workflow("release.yml")?.steps.find(({ name }) => name === "Check that npm can publish without a token");
  const folder = await fakes({ npm: `echo ${version}` });
  const { status, stdout } = bash(asText(step?.run) ?? "", folder);
  expect(status).toBe(want);
  if (want === 1) expect(stdout).toContain(`::error::npm is ${version}.`);
});

test("no workflow and no action installs a package by its name, which somebody else may own", () => {
  for (const automation of automations) {
    for (const script of scriptsOf(automation)) {
      expect(script).not.toMatch(/npm (i|install|add|exec|x)\b|npx (?!tsx scripts\/)|yarn|pnpm|(?<!dist\/)team-api/);
    }
  }
});

test("the action runs its own revision from the lock file, with the given target and options", async () => {
  const scripts = workflow("action.yml")?.steps.flatMap(({ run }) => asText(run) ?? []) ?? [];
  // Replaces npm and node: both print their folder and their arguments.
  const print = (name: string) => `echo "${name} in $PWD"; for each in "$@"; do echo "$each"; done`;
  const folder = await fakes({ npm: print("npm"), node: print("node") });
  const ran = scripts.map((script) => {
    const { status, stdout } = bash(script, folder, {
      GITHUB_ACTION_PATH: resolve(".github/actions/verify"),
      TARGET: "my staging.yaml; echo no",
      OPTIONS: "--require-all --seed 7",
    });
    expect(status).toBe(0);
    return stdout.trim().split("\n");
  });
  const root = resolve(".");
  expect(ran.flat()).toEqual([
    ...[`npm in ${root}`, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
    ...[`npm in ${root}`, "run", "build"],
    ...[
      `node in ${folder}`,
      resolve("dist/team-api-tools/dist/src/cli.js"),
      "verify",
      "--target",
      "my staging.yaml; echo no",
    ],
    ...["--require-all", "--seed", "7"],
  ]);
});

/** A folder with commands, each with its script. */
async function fakes(commands: Record<string, string>): Promise<string> {
  const folder = await realpath(await temporaryFolder("workflow"));
  for (const [name, script] of Object.entries(commands)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  return folder;
}

/** Runs a script as GitHub does, in a folder whose commands come before all others. */
function bash(script: string, folder: string, env: Record<string, string> = {}) {
  return spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: `${folder}:${process.env.PATH}`, ...env },
  });
}
