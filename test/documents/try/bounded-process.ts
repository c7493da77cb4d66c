import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { UserError } from "#cli/user-error.js";
import { ended, type Run } from "#test/command-line.js";

/**
 * The bounds of a document: seconds of the processor, because the machine may do other work too, and megabytes. A process
 * that takes more than twice as much is ended.
 */
export const BOUNDS = { seconds: 60, megabytes: 600 };

/** What a process took. */
export interface Cost {
  /** Seconds of the processor; as the next undefined on systems without `/proc`. */
  seconds: number | undefined;
  megabytes: number | undefined;
}

/** How often a process is looked at, in milliseconds, and its longest life. */
const INTERVAL = 100;
const LIFE = 20 * 60_000;

/**
 * Waits for the end of a process, and ends it if it takes much more than its bounds.
 *
 * @param documents how many documents it measures
 */
export async function bounded(
  child: ChildProcess,
  documents = 1,
): Promise<Run & { cost: Cost; ending: string | undefined }> {
  const begun = Date.now();
  let cost: Cost = { seconds: undefined, megabytes: undefined };
  let ending: string | undefined;
  const watch = setInterval(async () => {
    const now = await costOf(child.pid);
    if (now.seconds !== undefined) cost = now;
    const { seconds = 0, megabytes = 0 } = cost;
    const longest = 2 * BOUNDS.seconds * documents;
    if (seconds > longest) ending ??= `It took more than ${longest} s of the processor.`;
    if (megabytes > 2 * BOUNDS.megabytes) ending ??= `It took more than ${2 * BOUNDS.megabytes} MB.`;
    if (Date.now() - begun > LIFE) ending ??= `It took more than ${LIFE / 60_000} minutes.`;
    if (ending !== undefined) child.kill("SIGKILL");
  }, INTERVAL);
  const run = await ended(child).finally(() => clearInterval(watch));
  return { ...run, cost, ending };
}

/** The ticks of the processor in a second (sysconf(3), `_SC_CLK_TCK`), which is 100 on every Linux in use. */
const TICKS = 100;

/** The processor time and the largest memory of a process so far (proc_pid_stat(5), proc_pid_status(5)). */
async function costOf(pid: number | undefined): Promise<Cost> {
  const [stat, status] = await Promise.all(
    ["stat", "status"].map((name) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "")),
  );
  const fields = stat?.slice(stat.lastIndexOf(")")).split(" ") ?? [];
  const ticks = Number(fields[12]) + Number(fields[13]);
  const kilobytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status ?? "")?.[1]);
  return {
    seconds: Number.isNaN(ticks) ? undefined : ticks / TICKS,
    megabytes: Number.isNaN(kilobytes) ? undefined : Math.round(kilobytes / 1024),
  };
}

/** @throws UserError if a process was ended, or failed */
export function requireSuccess({ code, stdout, stderr, ending }: Run & { ending: string | undefined }): void {
  if (ending !== undefined) throw new UserError(ending);
  if (code !== 0) throw new UserError((stderr || stdout).slice(0, 2000) || `Exit code ${code}.`);
}
