import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { startNode } from "#test/command-line.js";
import { bounded, requireSuccess } from "./bounded-process.js";

/** The generated files that are compiled. */
export const OUR_FILES = ["schema.ts", "client.ts", "operations.ts"];

const STRICT = { target: "ES2022", lib: ["ES2023", "DOM", "DOM.Iterable"], types: [], strict: true, noEmit: true };

/** The settings for our code: more than `strict`, and without `skipLibCheck`. */
const OURS = {
  ...STRICT,
  module: "NodeNext",
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  skipLibCheck: false,
};

/** The settings for the code of other tools: `strict` alone, and the imports of bundlers. */
export const THEIRS = { ...STRICT, module: "ESNext", moduleResolution: "Bundler", skipLibCheck: false };

/**
 * Compiles files with TypeScript 7.
 *
 * @throws Error if they have errors
 */
export async function compileFiles(
  folder: string,
  files: readonly string[],
  options: object = OURS,
): Promise<{ milliseconds: number }> {
  const config = join(folder, "tsconfig.json");
  const typeRoots = [resolve("node_modules/@types")];
  const include = files.map((name) => join(folder, name));
  await writeFile(config, JSON.stringify({ compilerOptions: { ...options, typeRoots }, files: include }));
  const begun = Date.now();
  requireSuccess(await bounded(startNode(["node_modules/typescript7/bin/tsc", "-p", config])));
  return { milliseconds: Date.now() - begun };
}
