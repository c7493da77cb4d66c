import { spawn } from "node:child_process";
import { ReleaseBlocked } from "./plan.js";

/** The npm script that has to pass before a release. CI runs the same. */
export const CHECK = "check:all";

/** Runs an npm script to its end, with this terminal. @returns its exit code */
export type RunScript = (script: string) => Promise<number>;

/** @throws ReleaseBlocked if the check fails; it has printed why */
export async function requireCheck(run: RunScript = runScript): Promise<void> {
  if ((await run(CHECK)) === 0) return;
  throw new ReleaseBlocked(`npm run ${CHECK} failed, so nothing is released. Correct what it reports.`);
}

const runScript: RunScript = (script) => {
  // npm is a batch file on Windows, which only a shell runs.
  const child = spawn("npm", ["run", "--silent", script], { stdio: "inherit", shell: process.platform === "win32" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
};
