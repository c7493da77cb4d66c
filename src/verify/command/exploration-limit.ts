import { UserError } from "#cli/user-error.js";
import type { ExplorationLimit } from "../model/target/exploration.js";
import { MAX_TIME } from "../model/target/time-limit.js";

/** How many requests an exploration sends if its limit is not given. */
const DEFAULT_REQUESTS = 100;

/** Arguments in which each `--explore` has a limit. */
export function withExplorationLimit(args: readonly string[]): string[] {
  return args.map((each, index) => {
    const next = args[index + 1];
    return each === "--explore" && (next === undefined || next.startsWith("--")) ? `${each}=${DEFAULT_REQUESTS}` : each;
  });
}

/**
 * Reads `--explore`.
 *
 * @param maxTime the time limit of the run, in milliseconds
 * @throws UserError for a text that is not a limit, and for a time beyond the time limit of the run
 */
export function explorationLimit(text: string | undefined, maxTime = MAX_TIME): ExplorationLimit | undefined {
  if (text === undefined) return undefined;
  const [, number = "", unit] = /^(\d{1,9})(s|m)?$/.exec(text) ?? [];
  if (Number(number) < 1) {
    throw new UserError(
      `--explore ${text} is not a limit. Write a number of requests (--explore 200), or a time (--explore 30s, --explore 5m).`,
    );
  }
  if (unit === undefined) return { requests: Number(number) };
  const milliseconds = Number(number) * (unit === "m" ? 60_000 : 1000);
  if (milliseconds < maxTime) return { milliseconds };
  throw new UserError(
    `--explore ${text} does not fit into the time limit of the run, ${maxTime / 1000} s. Set a larger one: --max-time S`,
  );
}
