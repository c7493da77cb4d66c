import { execFile } from "node:child_process";
import { readdir, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { addressOf, PACKAGES, type PackageSource, REPOSITORIES } from "./sources.js";

const run = promisify(execFile);

/** A document to measure. */
export interface RealDocument {
  name: string;
  /** Its file or URL. */
  spec: string;
  /** Where anybody finds it. */
  origin: string;
}

/**
 * The documents of the packages and repositories.
 *
 * @param folder the folder into which the packages are installed
 * @param copies a folder with copies of the repositories, each at `OWNER/NAME`; undefined to read URLs
 */
export async function listedDocuments(folder: string, copies: string | undefined): Promise<RealDocument[]> {
  await writeFile(join(folder, "package.json"), '{"private":true}\n');
  const names = PACKAGES.map((each) => `${each.package}@${each.version}`);
  await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...names], { cwd: folder });
  const packaged = await Promise.all(PACKAGES.map((source) => packagedDocuments(source, folder)));
  const repositories = REPOSITORIES.map((source) => ({
    name: source.name,
    spec: copies === undefined ? addressOf(source) : join(copies, source.repository, source.path),
    origin: `github.com/${source.repository}, ${source.commit.slice(0, 12)}, ${source.path}`,
  }));
  // The small documents come last.
  return [...repositories, ...packaged.flat()];
}

async function packagedDocuments(source: PackageSource, folder: string): Promise<RealDocument[]> {
  const root = join(folder, "node_modules", source.package);
  const { files } = source;
  const paths =
    files instanceof RegExp
      ? (await readdir(root, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => relative(root, join(entry.parentPath, entry.name)))
          .filter((path) => files.test(path))
          .toSorted()
      : files;
  return paths.map((path) => ({
    name: path === paths[0] && paths.length === 1 ? source.package : path,
    spec: join(root, path),
    origin: `npm ${source.package} ${source.version}, ${path}`,
  }));
}

/** Documents that are named by file or URL. */
export async function namedDocuments(specs: readonly string[]): Promise<RealDocument[]> {
  return Promise.all(
    specs.map(async (spec) => {
      const found = await stat(spec).catch(() => undefined);
      return { name: spec.split("/").at(-1) ?? spec, spec, origin: found ? "a local file" : spec };
    }),
  );
}
