import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** The paths of all files below a folder whose names end so. */
export async function filesBelow(folder: string, ending: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile() && entry.name.endsWith(ending));
  return files.map(({ parentPath, name }) => join(parentPath, name));
}
