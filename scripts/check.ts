import { spawn } from "node:child_process";
import { check, stepsOf } from "./check/steps.js";

/** Runs a command of this repo with this terminal. @returns its exit code */
function run(command: string): Promise<number> {
  // The programs of node_modules are batch files on Windows, which only a shell runs.
  const child = spawn(command, { stdio: "inherit", shell: true });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

process.exitCode = await check(stepsOf(process.argv.includes("--all")), run, (line) => console.log(line));
