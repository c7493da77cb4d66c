import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PACKAGES } from "../scripts/packages/packages.js";
import { asObject, type JsonObject } from "../src/openapi/document/document.js";
import { findParts } from "../src/openapi/overlay/json-path.js";
import { overlayOf } from "../src/openapi/overlay/read-overlay.js";
import { startSandbox } from "../src/team-api/sandbox/sandbox.js";
import type { Sandbox } from "../src/team-api/sandbox/sandbox-options.js";
import { verifyCommand } from "../src/verify/command/command.js";
import { compiled, copyOfProject } from "./generate/project.js";
import { runHere } from "./run-here.js";
import type { TestServer } from "./server.js";
import { temporaryFolder } from "./temporary.js";
import { startAlteredSandbox, withFields } from "./verify/altered-server.js";

const readme = await readFile("README.md", "utf8");
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(([, block = ""]) => block);
const [sandboxOutput, stagingOutput, failureOutput] = blocks("text");

const STAGING = "https://staging.example.com";
const IMPORT = "c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b";

/** A sandbox in place of the staging server. */
let staging: Sandbox;
let faulty: TestServer;
beforeAll(async () => {
  staging = await startSandbox({ port: 0, rows: 45 });
  const { first, sameTeam, otherTeam, outsideBeta } = staging.keys;
  vi.stubEnv("TEAM_API_KEY", first);
  vi.stubEnv("SECOND_KEY_OF_THE_TEAM", sameTeam);
  vi.stubEnv("KEY_OF_ANOTHER_TEAM", otherTeam);
  vi.stubEnv("KEY_OUTSIDE_THE_BETA", outsideBeta);
  const wrongDate = withFields({ created_at: "yesterday" });
  faulty = await startAlteredSandbox(first, (response, request) =>
    request.url.endsWith(IMPORT) && response.status === 200 ? wrongDate(response, request) : undefined,
  );
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await staging.close();
  await faulty.close();
});

/** The output of `npm run verify`, with the names that the README shows for the folder and the server. */
async function verifyOutput(args: readonly string[], server = STAGING): Promise<string> {
  const folder = await temporaryFolder("readme");
  const { stdout } = await runHere(verifyCommand, ["--reports", folder, ...args]);
  return stdout.replaceAll(relative(process.cwd(), folder), "reports").replaceAll(server, STAGING);
}

/** The README's target file. */
function targetFile(): JsonObject {
  return asObject(parseYaml(blocks("yaml").find((block) => block.includes("baseUrl:")) ?? ""));
}

/** Writes a target file. JSON is YAML as well. */
async function written(target: JsonObject): Promise<string> {
  const file = join(await temporaryFolder("target"), "staging.yaml");
  await writeFile(file, JSON.stringify(target));
  return file;
}

test("the README names every script of package.json, and no other", async () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(await readFile("package.json", "utf8"));
  const ofNpm = ["audit", "ci", "install", "pack"];
  const named = [...readme.matchAll(/npm (?:run )?([a-z]+)/g)].map(([, name = ""]) => name);
  expect([...new Set(named)].filter((name) => !ofNpm.includes(name)).toSorted()).toEqual(
    Object.keys(scripts).toSorted(),
  );
});

test("the README shows the exact output of npm run verify", async () => {
  expect(await verifyOutput([])).toBe(sandboxOutput);
});

test("the README shows the exact output for its target file, without writes, the list and the module", async () => {
  const { credentials = {} } = targetFile();
  const values = { retrieveContactImport: { id: { completed: IMPORT } } };
  const file = await written({ baseUrl: staging.url, credentials, values });
  const output = await verifyOutput(["--target", file], staging.url);
  expect(output.replace(/^Reports: .*\n/m, "")).toBe(stagingOutput);
});

test("the README's whole target file is valid", async () => {
  const file = await written({ ...targetFile(), provision: join(process.cwd(), "src/team-api/sandbox/provision.ts") });
  expect(await verifyOutput(["--target", file, "--plan"])).toContain(`the test cases for ${STAGING}`);
});

test("the README shows the exact output of a failure", async () => {
  const output = await verifyOutput(["--base-url", faulty.url, "--only", "retrieveContactImport"], faulty.url);
  const [, failure] = output.split("\n\n").slice(1);
  expect(`${failure}\n`).toBe(failureOutput);
});

/** The modules of the entries that tsconfig.json does not name. */
const MODULES: Record<string, string> = {
  "team-api-tools": "./src/index.js",
  "team-api-tools/vitest": "./src/verify/vitest.js",
  "team-api/msw": "./generated/msw.js",
  "team-api/tanstack-query": "./src/tanstack-query/index.js",
};

test("the README's code for the client and for contract tests compiles", async () => {
  const folder = await copyOfProject();
  const code = blocks("ts")
    .join("\n")
    .replace(/(?<=from )"(team-api[\w/-]*)"/g, (_, entry: string) => JSON.stringify(MODULES[entry] ?? entry));
  await writeFile(join(folder, "readme.ts"), code);
  expect(await compiled(folder, ["readme.ts"])).toBe("");
});

test("the README imports only entries that the packages have", () => {
  const entries = PACKAGES.flatMap(({ name, fields }) =>
    Object.keys(asObject(fields.exports)).map((path) => name + path.slice(1)),
  );
  const imported = [
    ...blocks("ts")
      .join("\n")
      .matchAll(/from "(team-api.*?)"/g),
  ].map(([, entry = ""]) => entry);
  expect(imported).not.toEqual([]);
  expect(entries).toEqual(expect.arrayContaining(imported));
});

test("the files and folders that README.md and DECISIONS.md name exist", async () => {
  const decisions = await readFile("DECISIONS.md", "utf8");
  const named = [...`${readme}${decisions}`.matchAll(/`((?:openapi|scripts|src|generated|test)\/[\w./-]*)`/g)];
  const linked = [...readme.matchAll(/(?:\]\(|\$schema=)([\w./-]+)/g)];
  const paths = [...named, ...linked].map(([, path = ""]) => path);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test("the overlay of the README can be read, and its paths are JSONPaths", () => {
  const overlay = overlayOf(parseYaml(blocks("yaml").find((block) => block.startsWith("overlay:")) ?? ""), "README.md");
  expect(overlay.actions.map(({ target }) => findParts({}, target))).toEqual([[], []]);
});
