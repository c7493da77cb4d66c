import { spawn } from "node:child_process";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "#cli/user-error.js";
import type { Cleanup } from "./cleanup.js";
import type { Place } from "./run-program.js";
import { hasEnded, stopProcess } from "./stop-process.js";

/** The time, in milliseconds, in which a server starts. */
const LIMIT = 60_000;

/** Starts a server, and waits until it responds with success. It is stopped by the cleanup. */
export async function startServer(
  cleanup: Cleanup,
  program: string,
  args: readonly string[],
  { cwd, env = {}, ping }: Place & { ping: string },
): Promise<void> {
  const log = join(cwd, "server.log");
  const output = await open(log, "w");
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", output.fd, output.fd],
  });
  child.on("error", () => {});
  cleanup.add(() => stopProcess(child));
  await output.close();
  const end = Date.now() + LIMIT;
  while (!(await isReady(ping))) {
    if (hasEnded(child) || Date.now() > end) {
      throw new UserError(`${program} did not start.\n${(await readFile(log, "utf8")).slice(-2000)}`);
    }
    await sleep(200);
  }
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.ok === true;
}
