import type { AnyInput } from "../input.js";
import type { CallOptions, ClientOptions } from "../options.js";

// Untyped code may pass members that would have no effect. Types refuse them.

const INPUT: Record<keyof AnyInput, true> = {
  path: true,
  query: true,
  header: true,
  cookie: true,
  body: true,
  contentType: true,
};
const CALL: Record<keyof CallOptions, true> = {
  headers: true,
  signal: true,
  timeout: true,
  retry: true,
  middleware: true,
};
const CLIENT: Record<keyof ClientOptions, true> = {
  baseUrl: true,
  apiKey: true,
  fetch: true,
  headers: true,
  timeout: true,
  retry: true,
  redirect: true,
  validate: true,
};

/** Why the arguments of a call are wrong. */
export function wrongArguments(input: unknown, call: unknown): string | undefined {
  const wrong = wrongMembers(input, INPUT, "parameters") ?? wrongMembers(call, CALL, "options");
  return wrong && `${wrong} A call takes (${listed(INPUT)}, ${listed(CALL)}).`;
}

/** Why the options of a client are wrong. */
export function wrongOptions(options: ClientOptions): string | undefined {
  const wrong =
    wrongMembers(options, CLIENT, "options") ??
    (typeof options.baseUrl === "string" ? undefined : `the option \`baseUrl\` is ${options.baseUrl}.`);
  return wrong && `createClient: ${wrong} It takes (${listed(CLIENT)}).`;
}

function wrongMembers(argument: unknown, known: object, name: string): string | undefined {
  const kind = argument == null ? String(argument) : Array.isArray(argument) ? "an array" : `a ${typeof argument}`;
  if (kind !== "a object") return `the ${name} are ${kind}, not an object.`;
  const wrong = Object.keys(Object(argument)).find((member) => !(member in known));
  return wrong && `the ${name} have no \`${wrong}\`.`;
}

function listed(known: object): string {
  return `{ ${Object.keys(known).join(", ")} }`;
}
