import type { AnyInput } from "../input.js";
import type { Extras } from "../operation.js";
import type { RequestOptions } from "../options.js";

// Untyped code may pass members that would have no effect.

/** The options of `fetch`, as one text, which is smaller in a page than a list. `IsWhole` proves that it has them all. */
const FETCH = "credentials,cache,keepalive,duplex,next";

type NamesIn<Text extends string> = Text extends `${infer First},${infer Rest}` ? First | NamesIn<Rest> : Text;
type IsWhole = [NamesIn<typeof FETCH>, keyof RequestOptions] extends [keyof RequestOptions, NamesIn<typeof FETCH>]
  ? string | undefined
  : never;

/** The first member of an input for which an operation has no place. */
export function unknownPart(input: AnyInput, extras: Extras): string | undefined {
  return Object.entries(input).find(
    ([name, value]) => value !== undefined && !(name in { accept: 0, contentType: 0, ...extras }),
  )?.[0];
}

/** The first of some options that is not one of `fetch`. */
function unknownOption(options: object): IsWhole {
  return Object.keys(options).find((name) => !FETCH.split(",").includes(name));
}

/** Why options are wrong. @param options those that are for `fetch` */
export function problemOf(who: string, options: object, retry: unknown): string | undefined {
  const unknown = unknownOption(options);
  if (unknown) return `${who} no \`${unknown}\`.`;
  return /number|undefined/.test(typeof retry) || retry === false ? undefined : "`retry` is a number, or false.";
}
