import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
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
  const names = failed.map(({ script }) => nameOf(script));
  const heading = `${names.join(" and ")} failed. Correct this before the release:`;
  const outputs = failed.map(({ script, output }) => {
    const text = plain(output);
    return failed.length === 1 ? text : `${nameOf(script)}:\n\n${text}`;
  });
  throw new ReleaseBlocked([heading, ...failedTests(failed), ...outputs].join("\n\n"));
}

function nameOf(script: readonly string[]): string {
  return `npm run ${script.join(" ")}`;
}

/** The names of the tests and test cases that failed, as a list of one text; an empty list without one. */
function failedTests(results: readonly { output: string }[]): string[] {
  const names = results.flatMap(({ output }) => plain(output).match(/^ *(?:FAIL|✗) .*$/gm) ?? []);
  return names.length === 0 ? [] : [[...new Set(names.map((name) => `  ${name.trim()}`))].join("\n")];
}

/** The output of a check without escape sequences: some tools color it although it is not a terminal. */
function plain(output: string): string {
  return stripVTControlCharacters(output).trimEnd();
}

const runScript: RunScript = (script) => {
  const child = spawn("npm", ["run", "--silent", ...script], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined },
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
