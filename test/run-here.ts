import { format } from "node:util";
import { vi } from "vitest";
import { exitCodeOf } from "../src/cli/command.js";
import type { Run } from "./command-line.js";

/**
 * Runs a command in this process, in which its modules are loaded once. One test of each command starts a process.
 *
 * @param command prints with `console`, and returns its exit code
 * @param folder the current folder of the command; no other test may run at the same time
 */
export async function runHere(
  command: (args: readonly string[]) => Promise<number>,
  args: string[],
  folder = process.cwd(),
): Promise<Run> {
  let stdout = "";
  let stderr = "";
  const log = vi.spyOn(console, "log").mockImplementation((...values) => {
    stdout += `${format(...values)}\n`;
  });
  const error = vi.spyOn(console, "error").mockImplementation((...values) => {
    stderr += `${format(...values)}\n`;
  });
  const before = process.cwd();
  process.chdir(folder);
  try {
    const code = await exitCodeOf(command(args));
    return { code, stdout, stderr };
  } finally {
    process.chdir(before);
    log.mockRestore();
    error.mockRestore();
  }
}
