import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { COMPILER } from "../compiler.js";
import { filesBelow } from "./files-below.js";
import type { Bundle } from "./packages.js";

/**
 * Writes the declarations of a package's entries, and of the modules that they import, into a folder of this repo. The
 * declarations of other modules are left out: npm needs seconds for a thousand files.
 */
export async function writeDeclarations({ groups, hasSources }: Bundle, folder: string): Promise<void> {
  const up = relative(folder, ".");
  const config = join(folder, "tsconfig.json");
  const compilerOptions = {
    noEmit: false,
    rootDir: up,
    outDir: ".",
    declaration: true,
    declarationMap: hasSources,
    emitDeclarationOnly: true,
    // `npm run types` checks them. The sandbox has errors if the contract is another one, and the packages need none of it.
    noCheck: true,
  };
  const content = {
    extends: join(up, "tsconfig.json"),
    compilerOptions,
    files: groups.flat().map((path) => join(up, path)),
    include: [],
  };
  await writeFile(config, JSON.stringify(content));
  await promisify(execFile)(process.execPath, [COMPILER, "-p", config]).catch((error: { stdout?: string }) => {
    throw new Error(`The declarations cannot be written.\n${error.stdout ?? error}`);
  });
  await rm(config);
  const entries = groups.flat().map((path) => join(folder, path.replace(/\.ts$/, ".d.ts")));
  const needed = await reachable(entries, folder);
  for (const file of await filesBelow(folder, ".d.ts")) {
    if (!needed.has(file)) await Promise.all([rm(file), rm(`${file}.map`, { force: true })]);
  }
}

/** The declarations that some files import, directly or through others, and the files themselves. */
async function reachable(files: readonly string[], root: string): Promise<Set<string>> {
  const found = new Set(files);
  for (const file of found) {
    const text = await withRelativeImports(file, root);
    for (const [, path = ""] of text.matchAll(/(?:from|import)\s*\(?"(\.[^"]*)\.js"/g)) {
      found.add(join(dirname(file), `${path}.d.ts`));
    }
  }
  return found;
}

/**
 * Replaces the imports by `imports` of this repo's package.json, which the packages lack, with relative ones.
 *
 * @param root the folder of the declarations. It has the same folders as this repo.
 * @returns the new text of the file
 */
async function withRelativeImports(file: string, root: string): Promise<string> {
  const text = await readFile(file, "utf8");
  const relativeText = text.replace(/"#(generated\/)?([^"]+)"/g, (_, generated: string | undefined, path: string) => {
    const found = relative(dirname(file), join(root, generated ?? "src", path)).replaceAll(sep, "/");
    return `"${found.startsWith(".") ? found : `./${found}`}"`;
  });
  if (relativeText !== text) await writeFile(file, relativeText);
  return relativeText;
}
