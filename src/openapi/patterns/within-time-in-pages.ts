/** A function that did not return in time. A page cannot interrupt a function, so none is thrown there. */
export class TimeOver extends Error {
  override name = "TimeOver";
}

/**
 * Calls a function without a limit, in place of `within-time.ts`, which needs Node. `browser` in package.json replaces
 * the module in pages.
 *
 * @param _limit is ignored
 */
export function withinTime<T>(_limit: number, run: () => T): T {
  return run();
}

/** The time in milliseconds: pages do not know that of the processor. */
export function processorTime(): number {
  return performance.now();
}
