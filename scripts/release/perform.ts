import { readFile } from "node:fs/promises";
import { git } from "./git.js";
import type { Plan } from "./plan.js";
import { writeFiles } from "./versions.js";

/**
 * Carries out a plan: writes the files, commits and tags. Nothing is pushed.
 *
 * @throws UserError if git fails; the files and the branch are restored before
 */
export async function performRelease({ version, tag, files }: Plan): Promise<void> {
  const before = new Map<string, string>();
  for (const file of files.keys()) before.set(file, await readFile(file, "utf8"));
  const commit = await git("rev-parse", "HEAD");
  try {
    await writeFiles(files);
    await git("add", "--", ...files.keys());
    await git("commit", "--quiet", "--message", `Release ${version}`);
    await git("tag", "--annotate", tag, "--message", `Release ${version}`);
  } catch (error) {
    await git("reset", "--quiet", "--soft", commit);
    await git("reset", "--quiet");
    await writeFiles(before);
    throw error;
  }
}
