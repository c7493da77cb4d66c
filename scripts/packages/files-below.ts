import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** The paths of all files below a folder whose names end so. */
export async function filesBelow(folder: string, ending: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true });
  return found.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}
