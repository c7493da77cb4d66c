import { exec } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { parseYaml } from "@redocly/openapi-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { thorough } from "#test/sample.js";
import { CLIENT, PACKAGES, README } from "../scripts/packages/packages.js";
import { clientReadme } from "../src/client-package/readme.js";
import { asObject, type Json, type JsonObject } from "../src/openapi/document/document.js";
import { loadDocument } from "../src/openapi/load/load.js";
import { startSandbox } from "../src/team-api/sandbox/sandbox.js";
import type { Sandbox } from "../src/team-api/sandbox/sandbox-options.js";
import { TEAM_API } from "../src/team-api/team-api.js";
import { verifyCommand } from "../src/verify/command/command.js";
import { proseOf, sentencesOf, wordsOf } from "./english/sentences.js";
import { compiled, copyOfProject } from "./generate/project.js";
import { lineOf, PAGES } from "./package/page-lines.js";
import { runHere } from "./run-here.js";
import type { TestServer } from "./server.js";
import { referenceFile } from "./team-api/reference-contract.js";
import { temporaryFolder } from "./temporary.js";
import { startAlteredSandbox, withFields } from "./verify/altered-server.js";

/** A page for users. */
interface Page {
  file: string;
  text: string;
}

const page = async (file: string): Promise<Page> => ({ file, text: await readFile(file, "utf8") });
const filesIn = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith(".md"));
const readme = await page("README.md");
const docs = await Promise.all((await filesIn("docs")).map((name) => page(join("docs", name))));
const packageReadmes = [
  await page(README),
  {
    file: "the generated README",
    text: clientReadme(await loadDocument("openapi/openapi.yaml"), CLIENT.name, "packages/api"),
  },
];
const pages = [readme, ...docs];

/** The code blocks of a language on some pages. */
function blocks(language: string, on: readonly Page[] = pages): string[] {
  const fence = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms");
  return on.flatMap(({ text }) => [...text.matchAll(fence)].map(([, block = ""]) => block));
}

/** The block of some pages that shows an output. */
const outputWith = (part: string, on: readonly Page[] = pages) => {
  return blocks("text", on).find((block) => block.includes(part));
};

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
  const wrongDate = withFields({ created_at: "2024-06-08 09:15:30+00" });
  faulty = await startAlteredSandbox(first, (response, request) =>
    request.url.endsWith(IMPORT) && response.status === 200 ? wrongDate(response, request) : undefined,
  );
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await staging.close();
  await faulty.close();
});

/** Writes the contract with the version and the operations that the outputs show, so that others can be added. */
function shownContract(): Promise<string> {
  const [, version] = /^Team Management API (\S+)/.exec(outputWith("against the sandbox") ?? "") ?? [];
  return referenceFile(version);
}

/** The output of `npm run verify`, with the names that the README shows for the folder and the server. */
async function verifyOutput(args: readonly string[], server = STAGING): Promise<string> {
  const folder = await temporaryFolder("readme");
  const all = ["--spec", await shownContract(), "--reports", folder, ...args];
  const { stdout } = await runHere((given) => verifyCommand(given, async () => TEAM_API), all);
  return stdout.replaceAll(relative(process.cwd(), folder), "reports").replaceAll(server, STAGING);
}

/** A page of docs/. */
const pageOf = (name: string) => docs.filter(({ file }) => file === join("docs", `${name}.md`));

/** A file of settings that a page shows. */
function settingsOn(name: string): JsonObject {
  return asObject(parseYaml(blocks("yaml", pageOf(name)).find((block) => block.includes("baseUrl:")) ?? ""));
}

/** The target file of docs/target-file.md. */
function targetFile(): JsonObject {
  return settingsOn("target-file");
}

/** Writes a target file. JSON is YAML as well. */
async function written(target: JsonObject): Promise<string> {
  const file = join(await temporaryFolder("target"), "staging.yaml");
  await writeFile(file, JSON.stringify(target));
  return file;
}

test("the pages name every script of package.json, and no other", async () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(await readFile("package.json", "utf8"));
  const ofNpm = ["audit", "ci", "install", "pack"];
  const texts = [...pages, await page("CONTRIBUTING.md")].map(({ text }) => text).join("\n");
  const named = [...texts.matchAll(/npm (?:run )?([a-z]+(?::[a-z]+)?)/g)].map(([, name = ""]) => name);
  expect([...new Set(named)].filter((name) => !ofNpm.includes(name)).toSorted()).toEqual(
    Object.keys(scripts).toSorted(),
  );
});

test("the README shows the exact output of npm run verify", async () => {
  expect(await verifyOutput([])).toBe(outputWith("against the sandbox"));
});

test("docs/staging.md shows the exact output for a target file of an address, keys and one value", async () => {
  const { credentials = {} } = targetFile();
  const values = { retrieveContactImport: { id: { completed: IMPORT } } };
  const file = await written({ baseUrl: staging.url, credentials, values });
  const output = await verifyOutput(["--target", file], staging.url);
  expect(output.replace(/^Reports: .*\n/m, "")).toBe(outputWith(`against ${STAGING}`, pageOf("staging")));
});

test("the whole target file of docs/target-file.md is valid", async () => {
  const file = await written({ ...targetFile(), provision: join(process.cwd(), "src/team-api/sandbox/provision.ts") });
  expect(await verifyOutput(["--target", file, "--plan"])).toContain(`the test cases for ${STAGING}`);
});

test("the configuration file of docs/configuration.md is valid, and its outputs are exact", async () => {
  const folder = await temporaryFolder("configuration");
  const { spec: _, targets, ...shared } = settingsOn("configuration");
  expect(Object.keys(asObject(targets))).toEqual(["staging", "local"]);
  const staged = { ...asObject(asObject(targets).staging), baseUrl: staging.url };
  const settings = { ...shared, targets: { ...asObject(targets), staging: staged } };
  await writeFile(join(folder, "team-api.yaml"), JSON.stringify(settings));
  const spec = resolve(await shownContract());
  const verify = (...args: string[]) =>
    runHere((given) => verifyCommand(given, async () => TEAM_API), ["--spec", spec, "--target", ...args], folder);
  const { stdout } = await verify("staging");
  const output = stdout.replaceAll(staging.url, STAGING);
  expect(output).toContain(outputWith("Settings: "));
  expect(output).toContain(outputWith("Excluded by settings:"));
  expect((await verify("local", "--plan")).stdout).toContain("the test cases for http://127.0.0.1:4020");
});

test("the README shows the exact output of a failure", async () => {
  const output = await verifyOutput(["--base-url", faulty.url, "--only", "retrieveContactImport"], faulty.url);
  const [, , failure] = output.split("\n\n").slice(1);
  expect(`${failure}\n`).toBe(outputWith("reproduce: "));
});

test("docs/adopting.md shows the exact file of known findings, with which the run passes", async () => {
  const known = join(await temporaryFolder("known"), "known.yaml");
  const args = ["--base-url", faulty.url, "--only", "retrieveContactImport", "--known", known];
  expect(await verifyOutput([...args, "--update-known"])).toMatch(/^Passed\. /m);
  expect(await readFile(known, "utf8")).toBe(blocks("yaml", pageOf("adopting"))[0]);
  expect(await verifyOutput(args)).toMatch(/^Passed\. .* 1 known, /m);
});

test("docs/traffic.md shows the exact findings about a recorded page that contradicts its request", async () => {
  const [, search] = /For `GET (\/suppressions\?\S+)`, a recorded page/.exec(pageOf("traffic")[0]?.text ?? "") ?? [];
  const text = JSON.stringify({
    object: "list",
    has_more: false,
    data: await Promise.all(["ManualSuppression", "ComplaintSuppression"].map(exampleOf)),
  });
  const entry = {
    request: { method: "GET", url: `${STAGING}${search}`, headers: [] },
    response: { status: 200, headers: [{ name: "Content-Type", value: "application/json" }], content: { text } },
  };
  const file = join(await temporaryFolder("har"), "traffic.har");
  await writeFile(file, JSON.stringify({ log: { version: "1.2", entries: [entry] } }));
  const output = await verifyOutput(["--har", file, "--base-url", STAGING]);
  expect(output).toContain(outputWith("2 causes", pageOf("traffic")));
});

/** The value of an example of the contract. */
async function exampleOf(name: string): Promise<Json | undefined> {
  return asObject(parseYaml(await readFile(`openapi/examples/${name}.yaml`, "utf8"))).value;
}

/** The modules of the entries that tsconfig.json does not name. */
const MODULES: Record<string, string> = {
  "team-api/schemas": "./generated/schemas.js",
  "team-api-tools": "./src/index.js",
  "team-api-tools/vitest": "./src/vitest.js",
  "team-api/msw": "./generated/msw.js",
  "team-api/tanstack-query": "./src/tanstack-query/index.js",
  "team-api/openapi-fetch": "./src/openapi-fetch/index.js",
};

/** The programs of a page, with their endings. A block that creates a client anew begins another one, and each page of JSX. */
function programsOf(page: Page): { code: string; type: string }[] {
  const plain = blocks("ts", [page])
    .join("\n")
    .split(/(?=^import .*\bcreateClient\b)/m);
  return [
    ...plain.map((code) => ({ code, type: "ts" })),
    ...blocks("tsx", [page]).map((code) => ({ code, type: "tsx" })),
  ];
}

thorough("the code of each page compiles", async () => {
  const folder = await copyOfProject();
  const files = [...pages, ...packageReadmes].flatMap(programsOf).map((program, index) => {
    const code = program.code.replace(/(?<=from )"(team-api[\w/-]*)"/g, (_, entry: string) =>
      JSON.stringify(MODULES[entry] ?? entry),
    );
    // A file without an import would share its names with the others.
    return { name: `page-${index}.${program.type}`, code: `${code}\nexport {};\n` };
  });
  for (const { name, code } of files) await writeFile(join(folder, name), code);
  expect(
    await compiled(
      folder,
      files.map(({ name }) => name),
    ),
  ).toBe("");
});

test("the pages import only entries that the packages have", () => {
  const entries = PACKAGES.flatMap(({ name, exports }) =>
    Object.keys(asObject(exports)).map((path) => name + path.slice(1)),
  );
  const imported = [
    ...blocks("ts")
      .join("\n")
      .matchAll(/from "(team-api.*?)"/g),
  ].map(([, entry = ""]) => entry);
  expect(imported).not.toEqual([]);
  expect(entries).toEqual(expect.arrayContaining(imported));
});

test("the files and folders that the pages name exist, and so do those that they link", async () => {
  const others = await Promise.all(["DECISIONS.md", "CONTRIBUTING.md", "ARCHITECTURE.md"].map(page));
  const missing = [...pages, ...others].flatMap(({ file, text }) => {
    const named = [...text.matchAll(/`((?:openapi|scripts|src|generated|test|docs)\/[\w./-]*)`/g)];
    const linked = [...text.matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)];
    const paths = [...named.map(([, path = ""]) => path), ...linked.map(([, path = ""]) => join(dirname(file), path))];
    return paths.filter((path) => !existsSync(path) && !/NAME|ID/.test(path)).map((path) => `${file}: ${path}`);
  });
  expect(missing).toEqual([]);
});

test("the headings that links name exist", () => {
  const anchors = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\(([\w./-]*)#([\w-]+)\)/g)].map(([, path = "", name = ""]) => {
      return { target: path === "" ? file : join(dirname(file), path), name };
    }),
  );
  expect(anchors).not.toEqual([]);
  const headings = (file: string) =>
    [...(pages.find((other) => other.file === file)?.text ?? "").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    );
  expect(anchors.filter(({ target, name }) => !headings(target).includes(name))).toEqual([]);
});

test("the README of a published package has no relative link, which npm could not follow", () => {
  expect(packageReadmes.map(({ file }) => file)).toHaveLength(PACKAGES.length);
  const relativeLinks = packageReadmes.flatMap(({ text }) => text.match(/\]\((?!https?:)[^)]*\)/g) ?? []);
  expect(relativeLinks).toEqual([]);
});

test("each program that `npm run test:tools` installs has its line in a page", async () => {
  for (const program of Object.keys(PAGES) as (keyof typeof PAGES)[]) {
    expect(await lineOf(program), program).toEqual(expect.arrayContaining([expect.any(String)]));
  }
});

test("npx leaves the options to the command in each line of the pages", async () => {
  const own = [...pages, ...packageReadmes, await page("CONTRIBUTING.md"), await page("CHANGELOG.md")];
  const lines = own.flatMap(({ text }) => [...text.matchAll(/npx (.*?)team-api\b/g)]);
  expect(lines.length).toBeGreaterThan(5);
  expect(new Set(lines.map(([line]) => line))).toEqual(new Set(["npx --no -- team-api"]));
  const folder = await temporaryFolder("npx");
  const bin = join(folder, "node_modules/.bin");
  await mkdir(bin, { recursive: true });
  await writeFile(join(folder, "package.json"), "{}");
  await writeFile(join(bin, "team-api"), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  const { stdout } = await promisify(exec)(`${lines[0]?.[0]} --help`, { cwd: folder });
  expect(stdout).toBe("--help\n");
});

test("the README is short", () => {
  expect(readme.text.split("\n").length).toBeLessThanOrEqual(90);
});

/** Pages of statements that are declared elsewhere, and generated. */
const GENERATED = ["docs/findings.md", "docs/safety.md"];

test("a page that is written by hand is short: at most 900 words", () => {
  const counts = docs.map(({ file, text }) => [file, text.split(/\s+/).length] as const);
  expect(counts.filter(([file, count]) => count > 900 && !GENERATED.includes(file))).toEqual([]);
});

test("docs/ has at most half of the words of its first form, which had 22,700", () => {
  const words = docs.reduce((sum, { text }) => sum + text.trim().split(/\s+/).length, 0);
  expect(words).toBeLessThanOrEqual(11_400);
});

test("a sentence of the pages has at most twenty words", () => {
  const long = pages.flatMap(({ file, text }) =>
    proseOf(text)
      .flatMap(sentencesOf)
      .filter((sentence) => wordsOf(sentence) > 20)
      .map((sentence) => `${file}: ${sentence}`),
  );
  expect(long).toEqual([]);
});
