import type { AnyInput } from "../input.js";
import type { CallOptions } from "../options.js";

// Untyped code may pass members that would have no effect.

/** The names of all members of an argument, in any order: a text is smaller in a page than an object. */
type Listed<Name extends string, First = Name> = First extends Name
  ? [Exclude<Name, First>] extends [never]
    ? First
    : `${First}, ${Listed<Exclude<Name, First>>}`
  : never;

/** The members of the two arguments of a call. */
const INPUT: Listed<keyof AnyInput> = "path, query, header, cookie, body, contentType, accept";
const OPTIONS: Listed<keyof CallOptions> = "headers, signal, timeout, retry, middleware";

/** Why an argument is wrong: it has an unknown member. */
function problemOf(argument: object, known: string, name: string): string | undefined {
  const wrong = Object.keys(argument).find((member) => !known.split(", ").includes(member));
  return wrong && `the ${name} have no \`${wrong}\`. It takes ({ ${INPUT} }, { ${OPTIONS} }).`;
}

/** Why the arguments of a call are wrong. */
export function problemOfCall(input: object, call: object): string | undefined {
  return problemOf(input, INPUT, "parameters") ?? problemOf(call, OPTIONS, "options");
}
