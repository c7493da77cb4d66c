import type { AnyInput } from "../input.js";
import type { CallOptions } from "../options.js";

// Untyped code may pass members that would have no effect.

type Members<Argument> = Record<keyof Argument, true>;

/** The members of the two arguments of a call. */
const INPUT: Members<AnyInput> = {
  path: true,
  query: true,
  header: true,
  cookie: true,
  body: true,
  contentType: true,
};
const OPTIONS: Members<CallOptions> = {
  headers: true,
  signal: true,
  timeout: true,
  retry: true,
  middleware: true,
};
const listed = (members: object) => `{ ${Object.keys(members).join(", ")} }`;

/** Why an argument is wrong: it has an unknown member. */
function problemOf(argument: object, known: object, name: string): string | undefined {
  const wrong = Object.keys(argument).find((member) => !(member in known));
  return wrong && `the ${name} have no \`${wrong}\`. It takes (${listed(INPUT)}, ${listed(OPTIONS)}).`;
}

/** Why the arguments of a call are wrong. */
export function problemOfCall(input: object, call: object): string | undefined {
  return problemOf(input, INPUT, "parameters") ?? problemOf(call, OPTIONS, "options");
}
