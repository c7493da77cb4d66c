import { cp, readdir, readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";

/**
 * Copies our sources that the source maps and declaration maps of a build name, for debuggers and "go to definition".
 *
 * @param build the folder of the build, one folder below the root of this repo
 * @param target the root of the package
 */
export async function copySources(build: string, target: string): Promise<void> {
  const files = await readdir(build, { recursive: true, withFileTypes: true });
  const maps = files.filter(({ name }) => name.endsWith(".map"));
  const sources = new Set<string>();
  for (const { parentPath, name } of maps) {
    const map: { sources: string[] } = JSON.parse(await readFile(join(parentPath, name), "utf8"));
    for (const source of map.sources) sources.add(relative(".", resolve(parentPath, source)));
  }
  const own = [...sources].filter((each) => !/node_modules|^\.build/.test(each));
  for (const source of own) await cp(source, join(target, source));
}
