import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import type { Package } from "./packages.js";

const COMPILER = "node_modules/typescript7/bin/tsc";

/** Writes the declarations of a package's entries, and of the modules that they import, into a folder of this repo. */
export async function writeDeclarations({ groups }: Package, folder: string): Promise<void> {
  const up = relative(folder, ".");
  const config = join(folder, "tsconfig.json");
  const compilerOptions = {
    noEmit: false,
    rootDir: up,
    outDir: ".",
    declaration: true,
    declarationMap: true,
    emitDeclarationOnly: true,
  };
  const content = {
    extends: join(up, "tsconfig.json"),
    compilerOptions,
    files: groups.flat().map((each) => join(up, each)),
    include: [],
  };
  await writeFile(config, JSON.stringify(content));
  await promisify(execFile)(process.execPath, [COMPILER, "-p", config]).catch((error: { stdout?: string }) => {
    throw new Error(`The declarations cannot be written.\n${error.stdout ?? error}`);
  });
  await rm(config);
}
