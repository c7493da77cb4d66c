import type { AnyInput } from "../input.js";
import type { Extras } from "../operation.js";
import type { CallOptions, ClientOptions } from "../options.js";

// Untyped code may pass members that would have no effect. Names in one text are smaller in a page than a list.

const OPTIONS = "fetch,headers,timeout,retry,redirect,credentials,cache,keepalive,duplex,next,";
const OF_CLIENT = `${OPTIONS}baseUrl,apiKey,validate` as const;
const OF_CALL = `${OPTIONS}signal,middleware` as const;

type NamesIn<Text extends string> = Text extends `${infer First},${infer Rest}` ? First | NamesIn<Rest> : Text;

/** Proves that a text has the names of all options, and no others. */
type Whole<Text extends string, Options> = [NamesIn<Text>, keyof Options] extends [keyof Options, NamesIn<Text>]
  ? Text
  : never;

/** Why the options of a client are wrong; undefined if they are right. */
export function problemOfClient(options: Partial<ClientOptions> = {}): string | undefined {
  return (
    problemOf("options", options, OF_CLIENT satisfies Whole<typeof OF_CLIENT, ClientOptions>) ??
    (typeof options.baseUrl === "string" ? undefined : "the options have no `baseUrl`.")
  );
}

/** Why the arguments of a call are wrong. The operation has the parts of an input in its extras. */
export function problemOfCall(input: AnyInput, extras: Extras, options: CallOptions): string | undefined {
  return (
    problemOf("parameters", input, `accept,contentType,${Object.keys(extras)}`) ??
    problemOf("options", options, OF_CALL satisfies Whole<typeof OF_CALL, CallOptions>)
  );
}

function problemOf(title: string, members: object, names: string): string | undefined {
  for (const [name, value] of Object.entries(members))
    if (value !== undefined && !names.split(",").includes(name)) return `the ${title} have no \`${name}\`.`;
  const { retry }: { retry?: unknown } = members;
  return /number|undefined/.test(typeof retry) || retry === false ? undefined : "`retry` is a number or false.";
}
