import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { ValueGenerator } from "#verify/model/test-case/request-context.js";

/** A value that programs often fail for, and those with less of it. */
export interface OddValue {
  /** Its name without the part, if programs refuse it in any part. */
  anywhere?: string;
  /** With the name of the part after it: `the character NUL in`. */
  what: string;
  value: Json;
  simpler: readonly OddValue[];
}

/**
 * Where a value is sent. Only JSON can carry half of a surrogate pair. A URL has no room for many values of this length.
 */
export type Carrier = "json" | "form" | "url";

/** Characters: more than most fields hold, and less than servers refuse to read. */
export const LONG = 3000;

/**
 * Groups of characters that mean something to a query, a template, a path, or a decoder. Those that fail most often come
 * first.
 */
const CHARACTERS = [
  { what: "quotation marks", text: "'\"`" },
  { what: "letters beyond ASCII", text: "é漢İ" },
  { what: "percent signs", text: "%s%00%" },
  { what: "characters of more than 16 bits", text: "😀" },
  { what: "brackets", text: "{{7*7}}$<b>[]()" },
  { what: "signs of patterns", text: "*+?|^$_" },
  { what: "control characters", text: "\t\r\n\u202e" },
  // At the end, where a backslash escapes what a query puts behind it.
  { what: "backslashes and slashes", text: "/../\\" },
];

/** Databases refuse it in every text, and libraries of C end a text with it. */
export const NUL = { what: "the character NUL", text: "\0" };

/** Numbers at the limits of what programs store them in: 32 and 64 bits, and zero and below. The first three are sent in any part. */
const NUMBERS = [2 ** 31, 0, -1, 2 ** 63, -(2 ** 31) - 1];

/** The most odd numbers of one part, as many as there are rounds of texts. */
const MOST_NUMBERS = 4;

const DATES: Partial<Record<string, readonly string[]>> = {
  date: ["9999-12-31", "0001-01-01"],
  "date-time": ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"],
};

/** The keywords by which odd values are chosen. */
export interface OddSchema {
  type?: Json | undefined;
  format?: Json | undefined;
}

/** The conditions of odd values. */
interface OddValueOptions {
  carrier: Carrier;
  generator: ValueGenerator;
  /** Whether the document allows a value in its place. */
  isAllowed(value: Json): boolean;
}

/** The odd values of a type that the document allows, those first that most servers accept. */
export function oddValues({ type, format }: OddSchema, options: OddValueOptions): OddValue[] {
  const types = [type ?? []].flat();
  const asIs = (value: Json): OddValue => ({ what: `${jsonText(value)} as`, value, simpler: [] });
  const allowed = (values: readonly Json[]) => values.filter(options.isAllowed).map(asIs);
  if (types.includes("integer") || types.includes("number")) return allowed(NUMBERS).slice(0, MOST_NUMBERS);
  if (!types.includes("string")) return [];
  const dates = DATES[String(format)];
  return dates ? allowed(dates) : oddTexts(options);
}

/** Texts begin with a unique one, where there is room for it. A created resource is known by it. */
function oddTexts({ carrier, generator, isAllowed }: OddValueOptions): OddValue[] {
  const unique = generator.unique();
  const before = isAllowed(unique) ? unique : "";
  const textOf = (what: string, odd: string): OddValue => ({ what: `${what} in`, value: before + odd, simpler: [] });
  const groups = CHARACTERS.filter(({ text }) => isAllowed(before + text));
  const fitting = groups.reduce(
    (text, group) => (isAllowed(before + text + group.text) ? text + group.text : text),
    "",
  );
  const own = groups.filter(({ text }) => fitting.includes(text));
  const [only, ...others] = own;
  const all = textOf(
    others.length > 0 ? "quotation marks, signs and letters beyond ASCII" : (only?.what ?? ""),
    fitting,
  );
  const further = [
    { ...textOf(NUL.what, NUL.text), anywhere: NUL.what },
    ...(carrier === "json" ? [textOf("half of a surrogate pair", "\ud800")] : []),
    textOf(`${LONG} characters`, "a".repeat(LONG)),
  ];
  return [
    ...(fitting === ""
      ? []
      : [{ ...all, simpler: others.length > 0 ? own.map(({ what, text }) => textOf(what, text)) : [] }]),
    ...further.filter(({ value }) => isAllowed(value)),
  ];
}
