import { execFile } from "node:child_process";
import { promisify } from "node:util";

const runFile = promisify(execFile);

/**
 * Runs git here.
 *
 * @returns what it prints
 * @throws Error with what it said, if it fails
 */
export async function git(...args: string[]): Promise<string> {
  const { stdout } = await runFile("git", args).catch((error: Error & { stderr?: string }) => {
    throw new Error(`git ${args[0]} failed. ${error.stderr?.trim() || error.message}`);
  });
  return stdout.trim();
}

/** The tag of the last release that this one follows; undefined before the first. */
export function lastRelease(): Promise<string | undefined> {
  return git("describe", "--tags", "--abbrev=0", "--match", "v[0-9]*").catch(() => undefined);
}
