import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { start } from "#test/command-line.js";

/** Starts `npm run sandbox` as its users do; returns its URL when it listens. */
export async function sandboxProcess(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ child: ChildProcess; url: string }> {
  const child = start(["src/cli.ts", "sandbox", "--port", "0", "--quiet", ...args], env);
  if (!child.stdout) throw new Error("The process has no standard output.");
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\/\/\S+\d/.exec(line) ?? [];
    if (url) return { child, url };
  }
  throw new Error("The sandbox exited before it listened.");
}
