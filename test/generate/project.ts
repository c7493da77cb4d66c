import { spawnSync } from "node:child_process";
import { cp, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { temporaryFolder } from "../temporary.js";

/** A copy of the project for another contract. It shares node_modules. */
export async function copyOfProject(): Promise<string> {
  const folder = await temporaryFolder("project");
  for (const part of ["openapi", "generated", "scripts", "src", "package.json", "tsconfig.json"]) {
    await cp(part, join(folder, part), { recursive: true });
  }
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}

/**
 * Compiles files of a copy with the settings of the project.
 *
 * @returns the output of the compiler; empty without errors
 */
export async function compiled(folder: string, include: readonly string[]): Promise<string> {
  const config = "tsconfig.consumer.json";
  await writeFile(
    join(folder, config),
    JSON.stringify({ extends: "./tsconfig.json", compilerOptions: { jsx: "react-jsx" }, include }),
  );
  // Several threads check the same types several times.
  const compiler = ["node_modules/typescript7/bin/tsc", "-p", config, "--singleThreaded"];
  return spawnSync(process.execPath, compiler, { cwd: folder, encoding: "utf8" }).stdout;
}
