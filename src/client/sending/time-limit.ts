/** Nearly the longest time that timers can wait, in milliseconds. With more than 2 ** 31 - 1, a timer ends at once. */
const LONGEST = 2e9;

/** The time limit of a call, joined with the signal of the caller. */
export interface TimeLimit {
  signal: AbortSignal;
  /** Milliseconds until the limit; `Infinity` without one. */
  remaining(): number;
  /** Stops the timer. */
  stop(): void;
}

/** @param milliseconds 0 or `Infinity` for no limit; a negative limit is over already */
export function timeLimit(milliseconds: number, callers: AbortSignal | undefined): TimeLimit {
  // Not AbortSignal.timeout, whose timer cannot be stopped when the call is done.
  const timeout = new AbortController();
  const end = performance.now() + (milliseconds || Infinity);
  const timer = setTimeout(() => timeout.abort(), Math.min(milliseconds || LONGEST, LONGEST));
  return {
    signal: callers ? AbortSignal.any([callers, timeout.signal]) : timeout.signal,
    remaining: () => end - performance.now(),
    stop: () => clearTimeout(timer),
  };
}

/** The value of a promise, unless the signal is aborted first. Removes its listener, because the signal may live long. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    const forget = () => signal.removeEventListener("abort", onAbort);
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    promise.finally(forget).then(resolve, reject);
  });
}

/** Waits for milliseconds, or until the signal is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await unlessAborted(over, signal).catch(() => {});
  clearTimeout(timer);
}
