import { setTimeout } from "node:timers/promises";
import { isBusy } from "../unavailable.js";

/** How long a statement waits while another process writes, in milliseconds. */
const TIMEOUT = 5000;

/**
 * Repeats `work` until no other process holds the lock that it needs. A statement that SQLite rejects as busy has no
 * effect.
 *
 * @throws the error of `work`; SQLITE_BUSY only after 5 seconds
 */
export async function retryWhileBusy<Result>(
  work: () => Result,
  pause: () => Promise<void> = randomPause,
): Promise<Awaited<Result>> {
  for (const deadline = Date.now() + TIMEOUT; ; ) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
    }
    await pause();
  }
}

/** Random, so that two processes that wait for each other do not retry at the same moments. */
export function randomPause(): Promise<void> {
  return setTimeout(5 + 45 * Math.random());
}
