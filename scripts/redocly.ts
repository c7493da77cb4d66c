import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The exit code and output of Redocly CLI. */
export interface RedoclyRun {
  code: number;
  stdout: string;
  stderr: string;
}

/** The arguments of Node for the installed Redocly CLI. It reads files only. */
const REDOCLY: readonly string[] = [
  ...["--import", new URL("redocly-input.js", import.meta.url).href],
  join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin", "cli.js"),
];

/** The environment for Redocly CLI: no telemetry, and no check for newer versions. */
export const REDOCLY_ENV: NodeJS.ProcessEnv = {
  ...process.env,
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
};

/**
 * Runs Redocly CLI until it ends.
 *
 * @param env more variables of its environment
 */
export function runRedocly(args: string[], cwd: string, env: Record<string, string> = {}): Promise<RedoclyRun> {
  const child = spawn(process.execPath, [...REDOCLY, ...args], {
    cwd,
    env: { ...REDOCLY_ENV, ...env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 2, stdout, stderr }));
  });
}

/** The error output of Redocly CLI, without the notices that it prints in boxes. */
export function errorOf({ stderr }: RedoclyRun): string {
  const lines = stderr.split("\n").filter((line) => !/^\s*[╔║╚]/.test(line));
  return lines.join("\n").trim();
}
