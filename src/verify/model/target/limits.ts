import { decimal, type OptionValues, wholeNumber } from "#cli/option.js";
import { UserError } from "#cli/user-error.js";

/** The limits of a run for which no others are given. */
export const DEFAULT_LIMITS = { timeout: 10_000, settle: 3000 };

/**
 * Requests at once, if nothing else is set. The first is for the start, the second for a distant target that stays quick.
 */
export const PARALLEL = { start: 8, most: 16 };

/** The options that are settings of a target file as well. Those of the command line replace those of the file. */
export const LIMITS = {
  /** Milliseconds of a response. */
  timeout: wholeNumber(
    "--timeout MS",
    `the time limit of a response, in milliseconds (default: ${DEFAULT_LIMITS.timeout})`,
    1,
  ),
  /** Milliseconds in which a change has to show. */
  settle: wholeNumber(
    "--settle MS",
    `the milliseconds in which a change has to show, on replicas for example (default: ${DEFAULT_LIMITS.settle})`,
    0,
  ),
  /** Requests per second. */
  rate: decimal("--rate N", "the maximum of requests per second (default: no limit)", 0.001),
  /** Requests at once. */
  parallel: wholeNumber(
    "--parallel N",
    `the maximum of requests at once (default: ${PARALLEL.start}, and up to ${PARALLEL.most} to a distant server that stays as quick)`,
    1,
    1000,
  ),
};

/** The limits of a run. */
export type Limits = Partial<OptionValues<typeof LIMITS>> & typeof DEFAULT_LIMITS;

/** Limits that are given. */
export type GivenLimits = { [Name in keyof typeof LIMITS]?: number };

/**
 * The limits among the settings of a target file, a command or a program.
 *
 * @throws UserError for one that is out of its bounds, which only a program can give
 */
export function limitsOf(settings: object): GivenLimits {
  const isLimit = (entry: [string, unknown]): entry is [keyof typeof LIMITS, number] =>
    Object.hasOwn(LIMITS, entry[0]) && typeof entry[1] === "number";
  return Object.fromEntries(
    Object.entries(settings)
      .filter(isLimit)
      .map(([name, value]) => {
        const { minimum, maximum, type } = LIMITS[name].schema;
        const fits = value >= minimum && value <= maximum && (type === "number" || Number.isInteger(value));
        if (fits) return [name, value];
        const noun = type === "integer" ? "a whole number" : "a number";
        throw new UserError(`${name} ${value} is not valid. Use ${noun} from ${minimum} to ${maximum}.`);
      }),
  );
}

/** The default time limit of a run, in milliseconds. */
export const MAX_TIME = 15 * 60_000;

/** The limit of an exploration: a number of requests, or a time. */
export type ExplorationLimit = { requests: number } | { milliseconds: number };

/** A part of a run: this part of so many. */
export interface Shard {
  /** From 1 to `count`. */
  index: number;
  count: number;
}
