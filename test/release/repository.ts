import { execFileSync } from "node:child_process";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CHECK } from "#scripts/release/checks.js";
import { copyOfProject } from "../generate/project.js";

/** The script of a check before a release that always passes, as package.json has it. The real one takes minutes. */
export const PASSES = JSON.stringify("node --version");

/** A copy of the project in its own git repository, with all files committed. Its check before a release always passes. */
export interface Repository {
  folder: string;
  git(...args: string[]): string;
  remove(): Promise<void>;
}

/** The environment of git without the settings of the developer. */
const ENVIRONMENT = {
  ...process.env,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "A Tester",
  GIT_AUTHOR_EMAIL: "tester@example.com",
  GIT_COMMITTER_NAME: "A Tester",
  GIT_COMMITTER_EMAIL: "tester@example.com",
};

/** The variables of git for commands under test. */
export const COMMITTER = Object.fromEntries(
  Object.entries(ENVIRONMENT).flatMap(([name, value]) => (name.startsWith("GIT_") && value ? [[name, value]] : [])),
);

export async function repository(): Promise<Repository> {
  const folder = await copyOfProject();
  for (const file of ["package-lock.json", "CHANGELOG.md", "redocly.yaml"]) await cp(file, join(folder, file));
  const manifest = await readFile("package.json", "utf8");
  const script = new RegExp(`"${CHECK}": ".*"`);
  await writeFile(join(folder, "package.json"), manifest.replace(script, `"${CHECK}": ${PASSES}`));
  await writeFile(join(folder, ".gitignore"), "node_modules\n");
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: folder, env: ENVIRONMENT, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message", "Initial commit");
  return { folder, git, remove: () => rm(folder, { recursive: true, force: true }) };
}
