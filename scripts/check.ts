import { spawn } from "node:child_process";
import { command, exitCodeOf } from "#cli/command.js";
import { commandLine } from "#cli/installation.js";
import { flag } from "#cli/option.js";
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

/** `npm run check`. */
const checkCommand = command(
  {
    about:
      "Checks the repo as CI does: format, types, layers, unused exports, lint, verify and tests. It ends at the first step that fails.",
    usage: commandLine("check", "[options]"),
    options: [
      {
        all: flag("--all", "with every test, as CI and a release: npm run check:all"),
        gate: flag("--gate", "with the nets of the long tests, as before a landing: npm run check:gate"),
      },
    ],
  },
  ({ all, gate }) => {
    const tests = all ? "test:all" : gate ? "test:gate" : "test";
    return check(stepsOf(tests), run, (line) => console.log(line));
  },
);

process.exitCode = await exitCodeOf(checkCommand(process.argv.slice(2)));
