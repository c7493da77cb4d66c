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

const [option] = process.argv.slice(2);
const tests = option === "--all" ? "test:all" : option === "--gate" ? "test:gate" : "test";
process.exitCode = await check(stepsOf(tests), run, (line) => console.log(line));
