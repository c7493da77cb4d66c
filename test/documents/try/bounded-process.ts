import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { UserError } from "#cli/user-error.js";
import { ended, type Run } from "#test/command-line.js";

/** The bounds of each command, in milliseconds and megabytes. A process that exceeds one is ended. */
export const BOUNDS = { milliseconds: 60_000, megabytes: 600 };

/** How a process ended, and what it took. */
export interface Bounded extends Run {
  milliseconds: number;
  /** The largest amount of memory; undefined on systems without `/proc`. */
  megabytes: number | undefined;
  /** The bound that it exceeded. */
  exceeded: keyof typeof BOUNDS | undefined;
}

/** How often the memory of a process is looked at, in milliseconds. */
const INTERVAL = 100;

/** Waits for the end of a process, and ends it if it exceeds a bound. */
export async function bounded(
  child: ChildProcess,
  { milliseconds, megabytes }: Partial<typeof BOUNDS> = BOUNDS,
): Promise<Bounded> {
  const begun = Date.now();
  let peak: number | undefined;
  let exceeded: Bounded["exceeded"];
  const end = (bound: keyof typeof BOUNDS) => {
    exceeded ??= bound;
    child.kill("SIGKILL");
  };
  const watch = setInterval(async () => {
    if (milliseconds !== undefined && Date.now() - begun > milliseconds) end("milliseconds");
    peak = (await peakOf(child.pid)) ?? peak;
    if (megabytes !== undefined && peak !== undefined && peak > megabytes) end("megabytes");
  }, INTERVAL);
  const run = await ended(child).finally(() => clearInterval(watch));
  return { ...run, milliseconds: Date.now() - begun, megabytes: peak, exceeded };
}

/** The largest resident memory of a process so far, in megabytes (proc_pid_status(5), `VmHWM`). */
async function peakOf(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024);
}

/** @throws UserError if a process exceeded a bound, or did not end with one of these exit codes */
export function requireEnd(
  { code, stdout, stderr, exceeded, megabytes }: Bounded,
  codes: readonly number[] = [0],
): void {
  if (exceeded === "milliseconds") throw new UserError(`It took more than ${BOUNDS.milliseconds / 1000} s.`);
  if (exceeded === "megabytes") throw new UserError(`It took ${megabytes} MB, more than ${BOUNDS.megabytes} MB.`);
  if (code === null || !codes.includes(code))
    throw new UserError((stderr || stdout).slice(0, 2000) || `Exit code ${code}.`);
}
