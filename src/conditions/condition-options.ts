import { UserError } from "../cli/user-error.js";
import type { ConditionOptions } from "./conditions.js";

/** The options of the command line that set conditions, as they are written. */
type ConditionTexts = Partial<Record<keyof ConditionOptions, string>>;

/** Milliseconds. A longer delay is a hanging server. */
const MAX_LATENCY = 60_000;

/** The lines of a usage text. */
export const CONDITIONS_USAGE = `  --latency A..B  delay each response by A to B milliseconds: --latency 100..400
  --fail N%     fail this share of the requests with 503
  --rate N/s    serve N requests per second; the others get 429 with Retry-After
  --seed N      the seed of delays and failures (default: 1)`;

/** The same for `parseArgs`. */
export const CONDITION_OPTIONS = {
  fail: { type: "string" },
  latency: { type: "string" },
  rate: { type: "string" },
  seed: { type: "string" },
} as const;

/**
 * Reads `--latency 100..400`, `--fail 5%`, `--rate 10/s` and `--seed 7`.
 *
 * @throws UserError that names the wrong option, and how to write it
 */
export function readConditions({ latency, fail, rate, seed }: ConditionTexts): Required<ConditionOptions> {
  return {
    latency: latency === undefined ? undefined : latencyOf(latency),
    fail: fail === undefined ? undefined : shareOf(fail),
    rate: rate === undefined ? undefined : numberOf(rate, /^([1-9]\d{0,6})(?:\/s)?$/, "--rate", "--rate 10/s"),
    seed: seed === undefined ? undefined : numberOf(seed, /^(\d{1,9})$/, "--seed", "--seed 7"),
  };
}

function latencyOf(text: string): [least: number, most: number] {
  const [, least = "", most = least] = /^(\d{1,6})(?:\.\.(\d{1,6}))?$/.exec(text) ?? [];
  if (least === "" || Number(least) > Number(most) || Number(most) > MAX_LATENCY) {
    throw new UserError(
      `--latency ${text} is not a range of milliseconds up to ${MAX_LATENCY}. Example: --latency 100..400`,
    );
  }
  return [Number(least), Number(most)];
}

function shareOf(text: string): number {
  const percent = numberOf(text, /^(\d{1,3}(?:\.\d{1,3})?)%?$/, "--fail", "--fail 5%");
  if (percent > 100) throw new UserError(`--fail ${text} is more than all requests. Example: --fail 5%`);
  return percent / 100;
}

function numberOf(text: string, pattern: RegExp, option: string, example: string): number {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new UserError(`${option} ${text} cannot be read. Example: ${example}`);
  return Number(found);
}
