import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "./command-line.js";
import { compiled, copyOfProject } from "./generate/project.js";
import { temporaryFolder } from "./temporary.js";

const readme = await readFile("README.md", "utf8");
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(([, block = ""]) => block);

/** What npm itself does, and what it runs by itself. */
const NPM = ["ci", "install", "pack"];
const HOOKS = ["prepack"];

test("the README names only verbs that package.json has, and every one of them", async () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(await readFile("package.json", "utf8"));
  const named = [...readme.matchAll(/npm (?:run )?([a-z]+)/g)].map(([, verb = ""]) => verb);
  const verbs = Object.keys(scripts).filter((verb) => !HOOKS.includes(verb));
  expect([...new Set(named)].filter((verb) => !NPM.includes(verb)).toSorted()).toEqual(verbs.toSorted());
});

test("the README shows what npm run verify really prints", async () => {
  const folder = await temporaryFolder("readme");
  const { stdout } = await run(["src/cli.ts", "verify", "--reports", folder], {});
  const shown = blocks("text")[0] ?? "";
  expect(stdout.replace(/^Reports: .*\n/m, "")).toBe(shown.replace(/^Reports: .*\n/m, ""));
});

test("the README's use of the client compiles", async () => {
  const folder = await copyOfProject();
  await writeFile(join(folder, "readme.ts"), blocks("ts").join("\n"));
  expect(await compiled(folder, ["readme.ts"])).toBe("");
});

test("the README's folders and files are there", async () => {
  for (const [, path = ""] of readme.matchAll(/`((?:openapi|scripts|src|generated)\/[\w./-]*)`/g)) {
    if (path.endsWith("schema.js")) continue;
    expect(spawnSync("test", ["-e", path]).status, path).toBe(0);
  }
});
