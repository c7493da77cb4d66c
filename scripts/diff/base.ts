import { execFile } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { OpenApiDocument } from "../../src/openapi/document.js";
import { loadDocument } from "../../src/openapi/load.js";

const runFile = promisify(execFile);

/** The contract of a revision, as one file: what is committed of it, and checked to be up to date. */
const BUNDLED = "generated/openapi.json";

/** More than any contract has. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Reads the revision to compare with.
 *
 * @param named a file, or whatever git takes for a commit: `main`, `v0.1.0`, `HEAD~3`
 * @throws Error if it is neither, or holds no contract
 */
export async function readBase(named: string): Promise<OpenApiDocument> {
  const found = await stat(named).catch(() => undefined);
  if (found?.isFile()) return loadDocument(named);
  // What begins with a dash would be an option of git.
  const commit = named.startsWith("-")
    ? undefined
    : await git(["rev-parse", "--verify", "--quiet", `${named}^{commit}`]);
  if (commit === undefined) {
    throw new Error(`${named} is no file, and no commit, branch or tag of this repository. Name one to compare with.`);
  }
  const text = await git(["show", `${commit.trim()}:./${BUNDLED}`]);
  if (text === undefined) throw new Error(`${named} has no ${BUNDLED}. Name a revision that has one, or a file.`);
  const folder = await mkdtemp(join(tmpdir(), "base-"));
  try {
    const file = join(folder, "openapi.json");
    await writeFile(file, text);
    return await loadDocument(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${BUNDLED} of ${named} could not be read. ${reason}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What git prints; undefined if it fails. */
async function git(args: string[]): Promise<string | undefined> {
  const done = await runFile("git", args, { maxBuffer: MAX_BYTES }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new Error("git is not installed. Name a file to compare with.");
    return undefined;
  });
  return done?.stdout;
}
