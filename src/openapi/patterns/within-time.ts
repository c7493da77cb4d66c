import { isNativeError } from "node:util/types";
import { createContext, Script } from "node:vm";

/** A function that did not return in time. */
export class TimeOver extends Error {
  override name = "TimeOver";
}

const scope: { run?: () => void } = createContext({});
const RUN = new Script("run()");

/** How many times its limit a function may take, where other programs have most of the processor. */
const MOST_TIMES = 5;

/** A function with this share of its time on the processor had all of it. The machine itself takes a little. */
const MOST_OF_TIME = 0.75;

/**
 * Calls a function, and ends it after a time of the processor. Node can interrupt loops and the matching of regular
 * expressions, but counts all time. If other programs had the processor, the function is called again, with more time. The
 * limit itself takes a tenth of a millisecond.
 *
 * @param limit in milliseconds
 * @param run may be interrupted, and called again
 * @throws TimeOver if the function did not return in time
 */
export function withinTime<T>(limit: number, run: () => T): T {
  const last = performance.now() + MOST_TIMES * limit;
  for (let timeout = limit; ; timeout = Math.ceil(Math.min(2 * timeout, last - performance.now()))) {
    const begun = processorTime();
    try {
      return withinAllTime(timeout, run);
    } catch (error) {
      if (!(error instanceof TimeOver)) throw error;
      if (processorTime() - begun >= MOST_OF_TIME * limit || last - performance.now() < limit) throw error;
    }
  }
}

/** The time of the processor that this process has used, in milliseconds. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Calls a function, and ends it after a time. @throws TimeOver */
function withinAllTime<T>(limit: number, run: () => T): T {
  let result: { value: T } | undefined;
  scope.run = () => {
    result = { value: run() };
  };
  try {
    RUN.runInContext(scope, { timeout: limit });
  } catch (error) {
    // The error is of another context, so it is not an instance of our Error.
    const isOver = isNativeError(error) && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    throw isOver ? new TimeOver(`The function did not return within ${limit} ms.`) : error;
  } finally {
    // The function may refer to a large text.
    delete scope.run;
  }
  if (!result) throw new TimeOver("The function did not return.");
  return result.value;
}
