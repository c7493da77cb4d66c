import { execFileSync } from "node:child_process";

export const SHELLS = ["sh", "bash"] as const;

/**
 * Runs a script in a shell.
 *
 * @param env variables beside those of this process
 * @returns the standard output
 * @throws Error if the script exits with another code than 0
 */
export function shellOutput(shell: (typeof SHELLS)[number], script: string, env: Record<string, string> = {}): string {
  // Bash takes a program that Node starts for a login from afar, and would read the startup file of the user first.
  const options = shell === "bash" ? ["--norc"] : [];
  return execFileSync(shell, [...options, "-c", script], { encoding: "utf8", env: { ...process.env, ...env } });
}
