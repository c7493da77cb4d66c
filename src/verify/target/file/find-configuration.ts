import { lstat, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileExists } from "#cli/file-exists.js";
import { CONFIGURATION_FILE } from "#cli/installation.js";
import { UserError } from "#cli/user-error.js";

/** The configuration file of a run. */
interface FoundConfiguration {
  path: string;
  /** Whether `--target` has its path. */
  isNamed: boolean;
}

/**
 * Finds the configuration file that counts in the working directory. It is there, or above it up to the root of the
 * repository. Outside of a repository, only the folder itself counts. Folders above it may belong to others.
 *
 * @param named the text of `--target`; a file that it names needs no configuration file of another user
 * @throws UserError if the file belongs to another user. Its provision module would run with the rights of this one
 */
export async function findConfiguration(named: string | undefined): Promise<FoundConfiguration | undefined> {
  const path = await nearestConfiguration(process.cwd());
  if (path === undefined) return undefined;
  const isNamed = named !== undefined && resolve(named) === path;
  const owner = isNamed ? undefined : await foreignOwner(path);
  if (owner === undefined) return { path, isNamed };
  if (named !== undefined && (await fileExists(named))) return undefined;
  const name = relative(process.cwd(), path);
  throw new UserError(
    `${name}: this file belongs to the user ${owner}, not to you, and it may run code with your rights. If you trust it, make it yours (chown), or name it: --target ${name}`,
  );
}

async function nearestConfiguration(folder: string): Promise<string | undefined> {
  for (const each of await foldersOfRepository(folder)) {
    const path = join(each, CONFIGURATION_FILE);
    if (await fileExists(path)) return path;
  }
  return undefined;
}

/** A folder and those above it, up to the one that has `.git`; the folder alone if none has. */
async function foldersOfRepository(folder: string): Promise<string[]> {
  const folders = [folder];
  for (let last = folder; !(await fileExists(join(last, ".git"))); ) {
    const above = dirname(last);
    if (above === last) return [folder];
    folders.push(above);
    last = above;
  }
  return folders;
}

const ROOT = 0;

/**
 * The number of the user to whom a file, or the link that leads to it, belongs. Undefined if that is this user or root.
 * Windows has no such numbers.
 */
async function foreignOwner(path: string): Promise<number | undefined> {
  const own = process.getuid?.();
  if (own === undefined) return undefined;
  const owners = [await lstat(path), await stat(path)].map(({ uid }) => uid);
  return owners.find((uid) => uid !== own && uid !== ROOT);
}
