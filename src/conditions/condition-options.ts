import { type Option, option, wholeNumber } from "#cli/option.js";
import { UserError } from "#cli/user-error.js";
import type { ConditionOptions } from "./conditions.js";

/** Milliseconds. A longer delay is a hanging server. */
const MAX_LATENCY = 60_000;

/** The options of a server that delays, fails and limits requests. */
export const CONDITION_OPTIONS = {
  latency: option("--latency A..B", "delay each response by A to B milliseconds: --latency 100..400", latencyOf),
  fail: option("--fail N%", "fail this share of the requests with 503", shareOf),
  rate: option("--rate N/s", "serve N requests per second; the others get 429 with Retry-After", rateOf),
  seed: wholeNumber("--seed N", "the seed of delays and failures (default: 1)", 0, 999_999_999),
} satisfies Record<keyof ConditionOptions, Option<unknown>>;

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
  const [, percent] = /^(\d{1,3}(?:\.\d{1,3})?)%?$/.exec(text) ?? [];
  if (percent === undefined) throw new UserError(`--fail ${text} cannot be read. Example: --fail 5%`);
  if (Number(percent) > 100) throw new UserError(`--fail ${text} is more than all requests. Example: --fail 5%`);
  return Number(percent) / 100;
}

function rateOf(text: string): number {
  const [, rate] = /^([1-9]\d{0,6})(?:\/s)?$/.exec(text) ?? [];
  if (rate === undefined) throw new UserError(`--rate ${text} cannot be read. Example: --rate 10/s`);
  return Number(rate);
}
