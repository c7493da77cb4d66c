import { isNativeError } from "node:util/types";
import { createContext, Script } from "node:vm";

/** A function that did not return in time. */
export class TimeOver extends Error {
  override name = "TimeOver";
}

const scope: { run?: () => void } = createContext({});
const RUN = new Script("run()");

/**
 * Calls a function, and ends it after a time. Node can interrupt loops and the matching of regular expressions. The limit
 * itself takes a tenth of a millisecond.
 *
 * @param limit in milliseconds
 * @throws TimeOver if the function did not return in time
 */
export function withinTime<T>(limit: number, run: () => T): T {
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
