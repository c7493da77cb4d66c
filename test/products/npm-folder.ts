import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rename, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Cleanup } from "./cleanup.js";
import { removeFolder } from "./remove-folder.js";
import { runProgram } from "./run-program.js";

/** A package of npm that a product needs. */
export interface NpmPackage {
  name: string;
  version: string;
  /** Its dependencies that are compiled, or fetch a binary, when they are installed. */
  compiled?: readonly string[];
  /** Packages beside it, where npm would choose an old one: `vue@3.5.0`. */
  beside?: readonly string[];
}

/** The folder of the packages, which later runs use again. */
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "team-api-products");

/**
 * Installs a package into a folder of its own, outside of the project.
 *
 * @returns the folder that has its `node_modules`; the one of an earlier run, if there is one
 */
export async function npmFolder(
  cleanup: Cleanup,
  { name, version, compiled = [], beside = [] }: NpmPackage,
): Promise<string> {
  const others = beside.length > 0 ? `-${createHash("sha256").update(beside.join()).digest("hex").slice(0, 8)}` : "";
  const folder = join(CACHE, `${name.replace("/", "+")}-${version}${others}-node${process.versions.modules}`);
  if (await stat(folder).catch(() => undefined)) return folder;
  console.log(`Installing ${name} ${version} into ${folder}.`);
  await mkdir(CACHE, { recursive: true });
  // It gets its name when it is complete.
  const draft = await mkdtemp(join(CACHE, "incomplete-"));
  cleanup.add(() => removeFolder(draft));
  await writeFile(join(draft, "package.json"), '{"private":true}\n');
  const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `${name}@${version}`, ...beside];
  await runProgram(cleanup, "npm", install, { cwd: draft });
  if (compiled.length > 0) await runProgram(cleanup, "npm", ["rebuild", ...compiled], { cwd: draft });
  await rename(draft, folder);
  return folder;
}
