import { type ParseArgsConfig, parseArgs } from "node:util";
import { helpText } from "./help.js";
import type { Option, Options, OptionValues } from "./option.js";
import { similarName } from "./similar-name.js";
import { shown } from "./terminal-signs.js";
import { errorText, UserError } from "./user-error.js";

/** A command of the command line. */
interface Declaration<Groups extends readonly Options[]> {
  /** Its purpose, in sentences. */
  about: string;
  /** The lines that call it. */
  usage: string;
  /** Its options, in the groups of the help. */
  options: Groups;
  /** The end of the help: exit codes, for example. */
  notes?: string;
  /** Whether it takes arguments beside its options (default: false). */
  takesOperands?: boolean;
}

/** A declared command. */
export type Command<More extends unknown[] = []> = ((args: readonly string[], ...more: More) => Promise<number>) & {
  /** Its options, in the groups of the help. */
  readonly options: readonly Options[];
};

/** The values of several groups of options. */
export type GroupValues<Groups extends readonly Options[]> = Groups extends readonly [
  infer First extends Options,
  ...infer Rest extends readonly Options[],
]
  ? OptionValues<First> & GroupValues<Rest>
  : unknown;

/**
 * Declares a command.
 *
 * @param run returns the exit code; `more` is what the caller passes beside the arguments
 * @returns the command: it reads its arguments and runs, or prints its help, and returns the exit code. It throws UserError
 *   for an argument that is wrong.
 */
export function command<const Groups extends readonly Options[], More extends unknown[]>(
  declared: Declaration<Groups>,
  run: (values: GroupValues<Groups>, operands: string[], ...more: More) => Promise<number>,
): Command<More> {
  const called = async (args: readonly string[], ...more: More) => {
    const options = declared.options.flatMap((group) => Object.entries(group));
    const { given, operands } = parsed(
      args,
      options.map(([, option]) => option),
      declared.takesOperands,
    );
    if (given.has("--help")) {
      console.log(shown(helpText(declared)));
      return 0;
    }
    const values = options.map(([property, option]) => {
      const name = nameOf(option);
      return [property, option.read(given.get(name) ?? [], name)];
    });
    // Each option has read its own value, so that the types are those of the declarations.
    return run(Object.fromEntries(values) as GroupValues<Groups>, operands, ...more);
  };
  return Object.assign(called, { options: declared.options });
}

/** The texts of options by their names, and the other arguments. @throws UserError for an argument that is wrong */
function parsed(args: readonly string[], options: readonly Option<unknown>[], allowPositionals = false) {
  const types = options.map((option) => {
    const type = option.written.includes(" ") ? ("string" as const) : ("boolean" as const);
    return [nameOf(option).slice(2), { type, multiple: true }] as const;
  });
  const form: ParseArgsConfig = {
    args: withImplied(args, options),
    options: { ...Object.fromEntries(types), help: { type: "boolean", short: "h" } },
    allowPositionals,
  };
  try {
    const { values, positionals } = parseArgs(form);
    const given = Object.entries(values).map(
      ([name, value]) => [`--${name}`, [value ?? []].flat().map(String)] as const,
    );
    return { given: new Map<string, string[]>(given), operands: positionals };
  } catch (error) {
    throw optionError(error, options, form);
  }
}

/** Arguments in which each option has a text that needs one. */
function withImplied(args: readonly string[], options: readonly Option<unknown>[]): string[] {
  return args.map((argument, index) => {
    const implied = options.find((option) => nameOf(option) === argument)?.implied;
    const isAlone = args[index + 1]?.startsWith("--") ?? true;
    return implied !== undefined && isAlone ? `${argument}=${implied}` : argument;
  });
}

/** Errors of `parseArgs` name the wrong argument in words that people understand. */
function optionError(error: unknown, options: readonly Option<unknown>[], form: ParseArgsConfig): unknown {
  if (!(error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_"))) return error;
  const [, unknown] = /^Unknown option '(-.*?)'/.exec(error.message) ?? [];
  if (unknown === undefined) return new UserError(formError(options, form) ?? error.message);
  const similar = similarName(unknown, options.map(nameOf));
  const advice = similar === undefined ? "--help lists the options." : `Did you mean ${similar}?`;
  return new UserError(`Unknown option '${unknown}'. ${advice}`);
}

/** The first option that lacks its value, or takes none and has one; or the first argument beside options. */
function formError(options: readonly Option<unknown>[], form: ParseArgsConfig): string | undefined {
  const { tokens } = parseArgs({ ...form, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === "positional" && !form.allowPositionals) {
      // npm drops the options of `npm run verify --target x`, and leaves x.
      const script = process.env.npm_lifecycle_event;
      const isRun = script !== undefined && script !== "npx";
      const advice = isRun ? `Write options after --: npm run ${script} -- --help` : "--help lists its options.";
      return `This command takes no argument such as ${token.value}. ${advice}`;
    }
    if (token.kind !== "option") continue;
    const { rawName: name, value, inlineValue: isInline } = token;
    const written = options.find((option) => nameOf(option) === name)?.written ?? name;
    const isValued = written.includes(" ");
    if (!isValued && isInline) return `${name} takes no value, and got ${value}. Write ${name} alone.`;
    if (isValued && value === undefined) return `${name} needs a value, and nothing follows it. Write ${written}.`;
    if (isValued && !isInline && value !== undefined && /^-./.test(value)) {
      const isOption = options.some((option) => nameOf(option) === value.split("=", 1).join());
      const advice =
        isOption || value === "-h" || value === "--help"
          ? `Write ${written}`
          : `If ${value} is the value, write ${name}=${value}`;
      return `${name} needs a value, and ${value} follows it. ${advice}.`;
    }
  }
  return undefined;
}

/** The name of an option, with its dashes. */
export function nameOf({ written }: Option<unknown>): string {
  return written.split(" ", 1).join();
}

/** The exit code of a command that could not run. */
export const CANNOT_RUN = 2;

/**
 * Runs a command, and prints the error that ends it.
 *
 * @param codeOf the exit code of an error (default: 2)
 * @returns the exit code
 */
export function exitCodeOf(
  running: Promise<number>,
  codeOf: (error: unknown) => number = () => CANNOT_RUN,
): Promise<number> {
  return running.catch((error: unknown) => {
    console.error(shown(errorText(error)));
    return codeOf(error);
  });
}

/** The signals that ask a process to stop: Ctrl-C, the end of a container, and a terminal that is closed. */
export const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** How long a process may take to stop after a signal, in milliseconds. */
const STOP_TIMEOUT = 10_000;

/**
 * Waits for a signal to stop.
 *
 * @param exits whether the process then ends, also if something does not stop in time (default: false)
 */
export function untilStopped(exits = false): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      if (exits) setTimeout(() => process.exit(0), STOP_TIMEOUT).unref();
      resolve();
    };
    for (const signal of STOP_SIGNALS) process.once(signal, stop);
  });
}
