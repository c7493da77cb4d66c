import { setTimeout } from "node:timers/promises";

/** A wait that the target asked for. */
export interface Wait {
  /** The status of the response: 429 or 503. */
  status: number;
  milliseconds: number;
}

/** The waiting of a run for its target. Requests that wait at the same time are counted once. */
export class Waiting {
  /** Called at the beginning of each wait. */
  onWait: (wait: Wait) => void = () => {};
  #running = 0;
  #since = 0;
  #ended = 0;

  /** How long the run has waited, in milliseconds. */
  get milliseconds(): number {
    return Math.round(this.#ended + (this.#running > 0 ? performance.now() - this.#since : 0));
  }

  /** Waits, or until the signal is aborted. */
  readonly during = async (wait: Wait, signal?: AbortSignal): Promise<void> => {
    this.onWait(wait);
    if (this.#running === 0) this.#since = performance.now();
    this.#running += 1;
    await pause(wait.milliseconds, signal);
    this.#running -= 1;
    if (this.#running === 0) this.#ended += performance.now() - this.#since;
  };
}

/** Waits for milliseconds, or until the signal is aborted. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, signal ? { signal } : {}).catch(() => {});
}
