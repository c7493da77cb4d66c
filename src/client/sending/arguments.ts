import type { AnyInput } from "../input.js";
import type { CallOptions, ClientOptions } from "../options.js";

// Untyped code may pass members that would have no effect.

type Members<Argument> = Record<keyof Argument, true>;

/** The members of the two arguments of a call, and of the options of a client. */
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

/**
 * Why an argument is wrong: it has an unknown member.
 *
 * @param all the arguments that belong together, for the message
 */
function problemOf(
  argument: object,
  known: object,
  name: string,
  all: object[] = [INPUT, OPTIONS],
): string | undefined {
  const wrong = Object.keys(argument).find((member) => !(member in known));
  const lists = all.map((members) => `{ ${Object.keys(members).join(", ")} }`);
  return wrong && `the ${name} have no \`${wrong}\`. It takes (${lists.join(", ")}).`;
}

/** Why the arguments of a call are wrong. */
export function problemOfCall(input: object, call: object): string | undefined {
  return problemOf(input, INPUT, "parameters") ?? problemOf(call, OPTIONS, "options");
}

/** Why the options of a client are wrong. */
export function problemOfClient(options: ClientOptions): string | undefined {
  const problem = problemOf(Object(options), CLIENT, "options", [CLIENT]);
  return problem ?? (typeof options?.baseUrl === "string" ? undefined : "`baseUrl` is not a text.");
}
