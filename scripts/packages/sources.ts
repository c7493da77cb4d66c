import { cp, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { filesBelow } from "./files-below.js";

interface SourceMap {
  sources: string[];
  sourcesContent?: (string | null)[];
}

/**
 * Copies the sources of the declarations, for "go to definition".
 *
 * @param build the folder of the build, one folder below the root of this repo
 * @param target the root of the package
 */
export async function copySources(build: string, target: string): Promise<void> {
  for (const file of await filesBelow(build, ".d.ts.map")) {
    const { sources }: SourceMap = JSON.parse(await readFile(file, "utf8"));
    for (const source of sources) {
      const path = relative(".", resolve(file, "..", source));
      await cp(path, join(target, path));
    }
  }
}

/** Leaves the code of other packages out of the source maps of a build. They have the code of this repo, for debuggers. */
export async function omitPackagedSources(build: string): Promise<void> {
  for (const file of await filesBelow(build, ".js.map")) {
    const map: SourceMap = JSON.parse(await readFile(file, "utf8"));
    map.sourcesContent = map.sources.map((source, index) => {
      return source.includes("node_modules") ? null : (map.sourcesContent?.[index] ?? null);
    });
    await writeFile(file, JSON.stringify(map));
  }
}

/** Moves the source maps of a build into a folder of their own, with the same paths. */
export async function moveMaps(build: string, target: string): Promise<void> {
  for (const file of await filesBelow(build, ".js.map")) {
    const moved = join(target, relative(build, file));
    await mkdir(dirname(moved), { recursive: true });
    await rename(file, moved);
  }
}
