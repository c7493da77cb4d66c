import { cp, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { temporaryFolder } from "../temporary.js";

/** A copy of the project as another contract's owner would have it; node_modules is shared. */
export async function copyOfProject(): Promise<string> {
  const folder = await temporaryFolder("project");
  for (const part of ["openapi", "generated", "scripts", "src", "package.json", "tsconfig.json"]) {
    await cp(part, join(folder, part), { recursive: true });
  }
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}
