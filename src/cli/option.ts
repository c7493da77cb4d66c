import { anyName } from "./names-text.js";
import { UserError } from "./user-error.js";

/** An option of a command. Its help, the reading of its value and its type follow from this. */
export interface Option<Value> {
  /** As it is written: `--strict`, or `--spec FILE`. */
  readonly written: string;
  /** A phrase for the help. Its further lines are indented. */
  readonly help: string;
  /** The text of an option that is given without one (default: it needs one). */
  readonly implied?: string;
  /**
   * @param given the texts of the option, in the order of the command line
   * @param name with its dashes, for messages
   * @throws UserError that names the option, and says how to write it
   */
  read(given: readonly string[], name: string): Value;
}

/** Options of a command, by the names of their values. */
export type Options = Readonly<Record<string, Option<unknown>>>;

/** The values of options. */
export type OptionValues<Declared> = {
  [Name in keyof Declared]: Declared[Name] extends Option<infer Value> ? Value : never;
};

/** An option without a text. */
export function flag(written: string, help: string): Option<boolean> {
  return { written, help, read: (given) => given.length > 0 };
}

/** An option that is undefined if it is not given. Of several texts, the last one counts. */
export function option<Value>(
  written: string,
  help: string,
  read: (text: string, name: string) => Value,
): Option<Value | undefined> {
  return {
    written,
    help,
    read: (given, name) => {
      const text = given.at(-1);
      return text === undefined ? undefined : read(text, name);
    },
  };
}

/** An option whose value is its text. */
export function text(written: string, help: string): Option<string | undefined> {
  return option(written, help, (given) => given);
}

/** An option that may be given several times. */
export function list(written: string, help: string): Option<readonly string[]> {
  return { written, help: `${help}; repeatable`, read: (given) => given };
}

/** An option whose text is one of a few, and the value that each stands for. */
export function choice<const Value>(
  written: string,
  help: string,
  values: Readonly<Record<string, Value>>,
): Option<Value | undefined> {
  return option(written, help, (given, name) => {
    const chosen = Object.entries(values).find(([known]) => known === given);
    if (!chosen) throw new UserError(`${name} ${given} is not valid. Use ${anyName(Object.keys(values))}.`);
    return chosen[1];
  });
}

/** An option that may be given several times, each text one of a few. */
export function choices<const Text extends string>(
  written: string,
  help: string,
  values: readonly Text[],
): Option<readonly Text[]> {
  const read = (text: string, name: string): Text => {
    const chosen = values.find((value) => value === text);
    if (chosen === undefined) throw new UserError(`${name} ${text} is not valid. Use ${anyName(values)}.`);
    return chosen;
  };
  return { written, help: `${help}; repeatable`, read: (given, name) => given.map((text) => read(text, name)) };
}

/** The JSON Schema of a number. */
interface NumberSchema {
  type: "integer" | "number";
  minimum: number;
  maximum: number;
}

/** An option whose value is a number; its schema is that of the same number in a file. */
export interface NumberOption extends Option<number | undefined> {
  schema: NumberSchema;
}

/** An option whose value is a whole number. */
export function wholeNumber(written: string, help: string, minimum: number, maximum = 100_000_000): NumberOption {
  return numeric(written, help, { type: "integer", minimum, maximum });
}

/** An option whose value is a number, with or without a fraction. */
export function decimal(written: string, help: string, minimum: number, maximum = 100_000_000): NumberOption {
  return numeric(written, help, { type: "number", minimum, maximum });
}

/** The milliseconds of the units of a time. */
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

/** A number with a unit in place of the unit of the option: `--timeout 5s` are 5000 of its milliseconds. */
function inUnit(given: string, written: string): string {
  const own = UNITS[/ (MS|S)$/.exec(written)?.[1]?.toLowerCase() ?? ""];
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|min|h)$/.exec(given) ?? [];
  const factor = UNITS[unit];
  return own === undefined || factor === undefined ? given : String((Number(number) * factor) / own);
}

function numeric(written: string, help: string, schema: NumberSchema): NumberOption {
  const { type, minimum, maximum } = schema;
  const [pattern, noun] = type === "integer" ? [/^\d+$/, "a whole number"] : [/^\d+(\.\d+)?$/, "a number"];
  const unit = { MS: ", in milliseconds, or a unit: 500ms, 5s, 2m", S: ", in seconds, or a unit: 90s, 5m, 1h" };
  const advice = Object.entries(unit).find(([sign]) => written.endsWith(` ${sign}`))?.[1] ?? "";
  const read = (given: string, name: string) => {
    const text = inUnit(given, written);
    const value = Number(text);
    if (pattern.test(text) && value >= minimum && value <= maximum) return value;
    throw new UserError(`${name} ${given} is not valid. Use ${noun} from ${minimum} to ${maximum}${advice}.`);
  };
  return { ...option(written, help, read), schema };
}

/** An option with the value that it has if it is not given. */
export function orDefault<Value>(
  declared: Option<Value | undefined>,
  value: Value,
  shown: string = String(value),
): Option<Value> {
  return {
    ...declared,
    help: `${declared.help} (default: ${shown})`,
    read: (given, name) => declared.read(given, name) ?? value,
  };
}

/** An option that has to be given. @param missing the message if it is not given */
export function required<Value>(declared: Option<Value | undefined>, missing: string): Option<Value> {
  return {
    ...declared,
    read: (given, name) => {
      const value = declared.read(given, name);
      if (value === undefined) throw new UserError(missing);
      return value;
    },
  };
}
