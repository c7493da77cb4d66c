import type { AnyInput } from "../input.js";
import type { CallOptions, RequestOptions } from "../options.js";

// Untyped code may pass members that would have no effect.

/** The members of an argument as one text, which is smaller in a page than an object. `IsWhole` proves that it has them all. */
const INPUT = "path, query, header, cookie, body, contentType, accept";
const FETCH = "credentials, cache, keepalive, duplex, next";
const OPTIONS = `headers, signal, timeout, retry, middleware, fetch, redirect, ${FETCH}` as const;

type NamesIn<Text extends string> = Text extends `${infer First}, ${infer Rest}` ? First | NamesIn<Rest> : Text;
type IsSame<One, Other> = [One, Other] extends [Other, One] ? true : never;

/** Compiles only if the texts have all members. */
type IsWhole = [
  IsSame<NamesIn<typeof INPUT>, keyof AnyInput>,
  IsSame<NamesIn<typeof FETCH>, keyof RequestOptions>,
  IsSame<NamesIn<typeof OPTIONS>, keyof CallOptions>,
] extends [true, true, true]
  ? true
  : never;

/** Why an argument is wrong: it has an unknown member. */
function problemOf(argument: object, known: string, name: string): string | undefined {
  const wrong = unknownOf(argument, known);
  return wrong && `the ${name} have no \`${wrong}\`. It takes ({ ${INPUT} }, { ${OPTIONS} }).`;
}

function unknownOf(argument: object, known: string): string | undefined {
  return Object.keys(argument).find((member) => !known.split(", ").includes(member));
}

/** Why the arguments of a call are wrong. */
export function problemOfCall(input: object, call: CallOptions): IsWhole extends true ? string | undefined : never {
  return problemOf(input, INPUT, "parameters") ?? problemOf(call, OPTIONS, "options") ?? problemOfRetry(call.retry);
}

/** Why the options of a client are wrong. @param others those that are for `fetch` */
export function problemOfClient(baseUrl: unknown, retry: unknown, others: object): string | undefined {
  const unknown = unknownOf(others, FETCH);
  if (unknown) return `createClient has no \`${unknown}\`.`;
  return typeof baseUrl === "string" ? problemOfRetry(retry) : "createClient needs `baseUrl`.";
}

/** Why an option is not a number of retries. */
function problemOfRetry(retry: unknown): string | undefined {
  return /number|undefined/.test(typeof retry) || retry === false ? undefined : "`retry` is a number, or false.";
}
