import { type OptionValues, option, wholeNumber } from "../cli/option.js";
import { UserError } from "../cli/user-error.js";

/** Milliseconds. A longer delay is a hanging server. */
const MAX_LATENCY = 60_000;

/** The conditions under which a server responds, as a network and a busy server would cause them. */
export const CONDITION_OPTIONS = {
  /** The range of the delay of each response, in milliseconds (default: none). */
  latency: option("--latency A..B", "delay each response by A to B milliseconds: --latency 100..400", latencyOf),
  /** The share of requests that fail with 503, from 0 to 1 (default: 0). */
  fail: option("--fail N%", "fail this share of the requests with 503", shareOf),
  /** How many requests of a second are served. The others get 429 with `Retry-After` (default: all). */
  rate: option("--rate N/s", "serve N requests per second; the others get 429 with Retry-After", rateOf),
  /** The seed of delays and failures (default: 1). One seed gives the same ones for the same order of requests. */
  seed: wholeNumber("--seed N", "the seed of delays and failures (default: 1)", 0, 999_999_999),
};

/** The conditions that are given. */
export type ConditionOptions = Partial<OptionValues<typeof CONDITION_OPTIONS>>;

function latencyOf(text: string): readonly [least: number, most: number] {
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
