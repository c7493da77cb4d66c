/** Nearly the longest time that timers can wait, in milliseconds. With more than 2 ** 31 - 1, a timer ends at once. */
const LONGEST = 2e9;

/** The time limit of a call, joined with the signal of the caller. It ends at a `performance.now()`, unless its timer is stopped. */
export type TimeLimit = readonly [signal: AbortSignal, end: number, stop: () => void];

/** @param milliseconds 0 or `Infinity` for no limit; a negative limit is over already */
export function timeLimit(milliseconds: number, callers: AbortSignal | undefined): TimeLimit {
  // Not AbortSignal.timeout, whose timer cannot be stopped when the call is done.
  const timeout = new AbortController();
  const { signal } = timeout;
  const limit = Math.min(milliseconds || LONGEST, LONGEST);
  const timer = setTimeout(() => timeout.abort(), limit);
  return [callers ? AbortSignal.any([callers, signal]) : signal, performance.now() + limit, () => clearTimeout(timer)];
}

/** Acts at an abort, also at one before. Returns what forgets it, because the signal may live long. */
export function atAbort(signal: AbortSignal, act: () => void): () => void {
  signal.addEventListener("abort", act);
  if (signal.aborted) act();
  return () => signal.removeEventListener("abort", act);
}

/** The value of a promise, unless the signal is aborted first. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    promise.finally(atAbort(signal, () => reject(signal.reason))).then(resolve, reject);
  });
}

/** Waits for milliseconds, or until the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return unlessAborted(
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    }),
    signal,
  ).catch(() => clearTimeout(timer));
}
