import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ended, startNode } from "../command-line.js";
import { copyOfProject } from "./project.js";

/** Runs a script of a copy of the project as `npm run generate` does. */
const runCompiled = (folder: string, args: string[]) =>
  ended(startNode([join(folder, "scripts/compiled.js"), "scripts/generate.ts", ...args], {}, folder));

test("npm run generate starts a compiled script, which gets its arguments, ends with its exit code and is removed", async () => {
  const { scripts } = JSON.parse(await readFile("package.json", "utf8"));
  expect(scripts.generate).toBe("node scripts/compiled.js scripts/generate.ts");

  const folder = await copyOfProject();
  const upToDate = { code: 0, stdout: "generated/ is up to date with openapi/openapi.yaml.\n", stderr: "" };
  // Two at once.
  const both = await Promise.all([runCompiled(folder, ["--check"]), runCompiled(folder, ["--check"])]);
  expect(both).toEqual([upToDate, upToDate]);

  // The change of a source is in the next run.
  const source = join(folder, "src/generate/code.ts");
  await writeFile(source, (await readFile(source, "utf8")).replace("// Generated from", "// Made from"));
  const { code, stderr } = await runCompiled(folder, ["--check"]);
  expect(code).toBe(1);
  expect(stderr).toContain("generated/client.ts is out of date. Run npm run generate.\n");
  expect(await readdir(join(folder, ".compiled"))).toEqual([]);
});

test("a script that cannot be compiled ends with 2, and the place is named", async () => {
  const folder = await copyOfProject();
  await writeFile(join(folder, "scripts/generate/files.ts"), "export const files = {;\n");
  const { code, stderr } = await runCompiled(folder, ["--check"]);
  expect(code).toBe(2);
  expect(stderr).toContain("scripts/generate/files.ts:1:");
  expect(stderr).not.toContain("    at ");
});
