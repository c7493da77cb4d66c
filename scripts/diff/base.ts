import { execFile } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { UserError } from "#cli/user-error.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { isUrl } from "#openapi/files/read-url.js";
import { loadWithFiles, type ReadOptions, readDocument, reportWarnings } from "#openapi/load/load.js";

const runFile = promisify(execFile);

/** The contract of a revision in one file. It is committed, and CI checks that it is up to date. */
const BUNDLED = "generated/openapi.json";

/** How documents are read to be compared: with all paths, and whatever their examples are. */
export const COMPARED = { keepsTwins: true, checksExamples: false };

/** The largest contract that git may print, in bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Reads the contract of the base revision.
 *
 * @param base a file, a URL, or a revision as git names it: `main`, `v0.1.0`, `HEAD~3`
 * @param isOwn whether it may be a revision of the contract of this repository
 * @param specHeaders headers of the request for a URL
 * @throws UserError if it is neither, or has no contract
 */
export async function readBase(
  base: string,
  isOwn = true,
  specHeaders: ReadOptions["specHeaders"] = [],
): Promise<OpenApiDocument> {
  const warn = (line: string) => console.error(line);
  if (isUrl(base)) return readDocument({ spec: base, specHeaders, ...COMPARED }, warn);
  const entry = await stat(base).catch(() => undefined);
  if (entry?.isFile()) return readDocument({ spec: base, ...COMPARED }, warn);
  if (!isOwn) throw new UserError(`${base} is not a file. With --spec, compare with a file or an http(s) URL.`);
  // A name that begins with a dash would be an option of git.
  const commit = base.startsWith("-") ? undefined : await git(["rev-parse", "--verify", "--quiet", `${base}^{commit}`]);
  if (commit === undefined) {
    throw new UserError(
      `${base} is not a file, and not a commit, branch or tag of this repository. Name one of these.`,
    );
  }
  const text = await git(["show", `${commit.trim()}:./${BUNDLED}`]);
  if (text === undefined) throw new UserError(`${base} has no ${BUNDLED}. Name a revision that has one, or a file.`);
  const folder = await mkdtemp(join(tmpdir(), "base-"));
  try {
    const file = join(folder, "openapi.json");
    await writeFile(file, text);
    const loaded = await loadWithFiles(file, [], undefined, true);
    await reportWarnings(`${BUNDLED} of ${base}`, loaded, COMPARED, warn);
    return loaded.document;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`${BUNDLED} of ${base} cannot be read. ${reason}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The output of git; undefined if git fails. */
async function git(args: string[]): Promise<string | undefined> {
  const done = await runFile("git", args, { maxBuffer: MAX_BYTES }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new UserError("git is not installed. Name a file to compare with.");
    return undefined;
  });
  return done?.stdout;
}
