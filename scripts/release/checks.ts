import { spawn } from "node:child_process";
import { ReleaseBlocked } from "./plan.js";

/** The npm scripts that have to pass before a release, with their arguments. */
export const CHECKS: readonly (readonly string[])[] = [["lint"], ["generate", "--", "--check"], ["verify"], ["quick"]];

/** Runs an npm script with its arguments to its end. */
export type RunScript = (script: readonly string[]) => Promise<{ code: number; output: string }>;

/**
 * Runs the checks of a release at the same time.
 *
 * @throws ReleaseBlocked with the name and the output of each check that failed
 */
export async function requireChecks(run: RunScript = runScript): Promise<void> {
  const results = await Promise.all(CHECKS.map(async (script) => ({ script, ...(await run(script)) })));
  const failed = results.filter(({ code }) => code !== 0);
  if (failed.length === 0) return;
  const texts = failed.map(
    ({ script, output }) =>
      `npm run ${script.join(" ")} failed. Correct this before the release:\n\n${output.trimEnd()}`,
  );
  throw new ReleaseBlocked(texts.join("\n\n"));
}

const runScript: RunScript = (script) => {
  const child = spawn("npm", ["run", "--silent", ...script], {
    stdio: ["ignore", "pipe", "pipe"],
    // npm is a batch file on Windows, which only a shell runs.
    shell: process.platform === "win32",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
};
