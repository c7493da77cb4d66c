import { spawn } from "node:child_process";
import { UserError } from "#cli/user-error.js";
import { ended, type Run } from "../command-line.js";
import type { Cleanup } from "./cleanup.js";
import { stopProcess } from "./stop-process.js";

/** Where a program runs. */
export interface Place {
  cwd: string;
  env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program to its end.
 *
 * @throws UserError with its output, if it cannot be started or fails
 */
export async function runProgram(
  cleanup: Cleanup,
  program: string,
  args: readonly string[],
  { cwd, env = {} }: Place,
): Promise<Run> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  cleanup.add(() => stopProcess(child));
  const line = [program, ...args].join(" ");
  const run = await ended(child).catch((error: Error) => {
    throw new UserError(`${line}: ${error.message}`);
  });
  if (run.code !== 0) {
    throw new UserError(
      `${line} ended with ${run.code ?? "a signal"}.\n${(run.stderr.trim() || run.stdout).slice(-2000)}`,
    );
  }
  return run;
}
