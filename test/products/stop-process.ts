import type { ChildProcess } from "node:child_process";

/** The time, in milliseconds, in which a process ends after it was asked to. */
const PATIENCE = 5000;

/** Ends a process that this script started: it is asked to end first, and then killed. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const end = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
  await end;
  clearTimeout(timer);
}

/** Whether a process has ended, or was never started. */
export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}
