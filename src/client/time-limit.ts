/** The longest time that timers can wait, in milliseconds: a timer with a larger number ends at once. */
const LONGEST = 2 ** 31 - 1;

/** The time limit of a call, joined with the signal of the caller. */
export interface TimeLimit {
  signal: AbortSignal | undefined;
  isOver(): boolean;
  /** Stops the timer. */
  stop(): void;
}

/** @param milliseconds 0 or `Infinity` for no limit */
export function timeLimit(milliseconds: number, callers: AbortSignal | undefined): TimeLimit {
  // Not AbortSignal.timeout, whose timer cannot be stopped when the call is done.
  const timeout = milliseconds > 0 && milliseconds !== Infinity ? new AbortController() : undefined;
  const timer = timeout && setTimeout(() => timeout.abort(timeoutError()), Math.min(milliseconds, LONGEST));
  const signals = [callers, timeout?.signal].filter((signal) => signal !== undefined);
  return {
    signal: signals.length > 1 ? AbortSignal.any(signals) : signals[0],
    isOver: () => timeout?.signal.aborted ?? false,
    stop: () => clearTimeout(timer),
  };
}

/** The reason with which AbortSignal.timeout aborts. */
function timeoutError(): DOMException {
  return new DOMException("The operation was aborted due to timeout", "TimeoutError");
}

/** The value of a promise, unless the signal is aborted first. Removes its listener, because the signal may live long. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  let removeListener = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    removeListener = () => signal.removeEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
  });
  return Promise.race([promise, aborted]).finally(removeListener);
}
