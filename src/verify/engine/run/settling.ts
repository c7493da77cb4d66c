import { pause } from "#verify/transport/waiting.js";

/** How many results that never settled end all further waiting: a server that loses data would make a run endless. */
const MAX_UNSETTLED = 3;

/** Milliseconds before the first repetition; each further wait is twice as long. */
const FIRST_WAIT = 100;

/** Waits until a change shows: replicas and queues lag behind. */
export class Settling {
  readonly #time: number;
  #unsettled = 0;

  /** @param time milliseconds in which a change has to show */
  constructor(time: number) {
    this.#time = time;
  }

  /** Repeats an attempt until its result is settled, or the time is over. Returns the last result. */
  async until<Result>(
    attempt: () => Promise<Result>,
    isSettled: (result: Result) => boolean,
    signal?: AbortSignal,
  ): Promise<Result> {
    const end = performance.now() + (this.#unsettled < MAX_UNSETTLED ? this.#time : 0);
    for (let wait = FIRST_WAIT; ; wait *= 2) {
      const result = await attempt();
      if (isSettled(result)) return result;
      const left = end - performance.now();
      if (left <= 0 || signal?.aborted) {
        this.#unsettled += 1;
        return result;
      }
      await pause(Math.min(wait, left), signal);
    }
  }
}
