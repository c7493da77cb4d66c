import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { asList, asObject, asText, type JsonObject } from "../../src/openapi/document.js";
import { PEERS } from "../../src/peers.js";

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

test("a tag publishes with provenance, and only that job may sign", () => {
  const release = workflow("release.yml");
  expect(asObject(asObject(release?.content.on).push).tags).toEqual(["v*"]);
  expect(release?.content.permissions).toEqual({ contents: "read" });
  expect(asObject(asObject(release?.content.jobs).publish).permissions).toEqual({
    contents: "read",
    "id-token": "write",
  });
  expect(release?.text).toContain("npm publish --provenance");
});

test("the action runs the package of its own revision, with the given target and options", async () => {
  const script = workflow("action.yml")?.steps.flatMap(({ run }) => asText(run) ?? [])[0] ?? "";
  const folder = await mkdtemp(join(tmpdir(), "action-"));
  // Replaces npm and the command: both print their arguments.
  const echo = '#!/bin/sh\nfor each in "$@"; do echo "$each"; done\n';
  const bin = join(folder, "team-api/node_modules/.bin");
  await mkdir(bin, { recursive: true });
  for (const file of [join(folder, "npm"), join(bin, "team-api")]) {
    await writeFile(file, echo);
    await chmod(file, 0o755);
  }
  const { name, version }: { name: string; version: string } = JSON.parse(await readFile("package.json", "utf8"));
  const { stdout } = spawnSync("bash", ["-e", "-c", script], {
    cwd: folder,
    encoding: "utf8",
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      GITHUB_ACTION_PATH: resolve(".github/actions/verify"),
      TARGET: "my staging.yaml; echo no",
      OPTIONS: "--require-all --seed 7",
      RUNNER_TEMP: folder,
    },
  });
  await rm(folder, { recursive: true });
  const options = ["--require-all", "--seed", "7"];
  const lines = stdout.trim().split("\n");
  const installed = lines.slice(lines.indexOf(`${name}@${version}`), lines.indexOf("verify"));
  expect(installed.map((each) => each.replace(/(?<=.)@[^@]+$/, ""))).toEqual([
    name,
    ...new Set([...PEERS["verification by files"][1], ...PEERS.connection[1]]),
  ]);
  expect(installed.join()).not.toContain("undefined");
  expect(lines.slice(lines.indexOf("verify"))).toEqual(["verify", "--target", "my staging.yaml; echo no", ...options]);
});
