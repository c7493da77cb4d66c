import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The result of a process. */
export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The environment of this process, without colors and without an API key. */
function environment(more: Record<string, string>): NodeJS.ProcessEnv {
  const { TEAM_API_KEY: _, FORCE_COLOR: __, ...inherited } = process.env;
  return { ...inherited, NO_COLOR: "1", ...more };
}

/** Starts Node with arguments. */
export function startNode(args: string[], env: Record<string, string> = {}, cwd = process.cwd()): ChildProcess {
  return spawn(process.execPath, args, {
    cwd,
    env: environment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Starts the published command, which test/pack.ts builds: for tests of the Vitest project "package" only. */
export function startCommand(args: string[], env: Record<string, string> = {}): ChildProcess {
  return startNode(["dist/team-api-tools/dist/src/cli.js", ...args], env);
}

/** Runs the published command to its end. */
export function runCommand(args: string[], env: Record<string, string> = {}): Promise<Run> {
  return ended(startCommand(args, env));
}

/** The module that loads sources as the tests do: the npm scripts load them by tsx, which takes longer. */
export const SOURCES = fileURLToPath(new URL("sources/register.js", import.meta.url));

/** Starts a script of this project, or of a copy of it. */
export function start(args: string[], env: Record<string, string> = {}, cwd = process.cwd()): ChildProcess {
  return startNode(["--import", SOURCES, ...args], env, cwd);
}

/** Runs a script to its end. */
export function run(args: string[], env: Record<string, string> = {}, cwd = process.cwd()): Promise<Run> {
  return ended(start(args, env, cwd));
}

/** Waits for the end of a process. */
export function ended(child: ChildProcess): Promise<Run> {
  return new Promise((resolve, reject) => {
    let stdout = "";
    let stderr = "";
    child.stdout?.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      stderr += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
