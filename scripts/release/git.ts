import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { UserError } from "#cli/user-error.js";

const runFile = promisify(execFile);

/**
 * Runs git in the current folder.
 *
 * @returns its output without the last line's end: the lines of `status` begin with spaces that count
 * @throws UserError with git's error output, if it fails
 */
export async function git(...args: string[]): Promise<string> {
  const { stdout } = await runFile("git", args).catch((error: Error & { stderr?: string }) => {
    throw new UserError(`git ${args[0]} failed. ${error.stderr?.trim() || error.message}`);
  });
  return stdout.trimEnd();
}

/** The tag of the last release before the current commit; undefined if there is none. */
export function lastRelease(): Promise<string | undefined> {
  return git("describe", "--tags", "--abbrev=0", "--match", "v[0-9]*").catch(() => undefined);
}
