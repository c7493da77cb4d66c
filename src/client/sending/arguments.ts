import type { AnyInput } from "../input.js";
import type { CallOptions, ClientOptions } from "../options.js";

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
/** The options of a client. */
const CLIENT: Members<ClientOptions> = {
  baseUrl: true,
  apiKey: true,
  fetch: true,
  headers: true,
  timeout: true,
  retry: true,
  redirect: true,
  validate: true,
};
const listed = (members: object) => `{ ${Object.keys(members).join(", ")} }`;

/**
 * Why an argument is wrong: it has an unknown member.
 *
 * @param all the members of each argument that the function takes
 */
function problemOf(argument: object, known: object, name: string, all: readonly object[]): string | undefined {
  const wrong = Object.keys(argument).find((member) => !(member in known));
  return wrong && `the ${name} have no \`${wrong}\`. It takes (${all.map(listed).join(", ")}).`;
}

/** Why the arguments of a call are wrong. */
export function problemOfCall(input: object, call: object): string | undefined {
  const all = [INPUT, OPTIONS];
  return problemOf(input, INPUT, "parameters", all) ?? problemOf(call, OPTIONS, "options", all);
}

/** Why the options of a client are wrong. */
export function problemOfClient(options: object): string | undefined {
  return problemOf(options, CLIENT, "options", [CLIENT]);
}
