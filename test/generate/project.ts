import { cp, mkdtemp, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** A copy of the project as another contract's owner would have it; node_modules is shared. */
export async function copyOfProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "project-"));
  for (const part of ["openapi", "generated", "scripts", "src", "package.json", "tsconfig.json"]) {
    await cp(part, join(folder, part), { recursive: true });
  }
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}
