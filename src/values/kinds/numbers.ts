import { boundOf, fieldWords } from "../random/field-words.js";
import { listedNumbers } from "../random/listed-numbers.js";
import { momentFor } from "../random/moments.js";
import { between, type Randomness } from "../random/randomness.js";
import { derivedFor } from "../rules/derived.js";
import { largest, smallest } from "../rules/limits.js";
import { keywordOf, type Part, Unsatisfiable } from "../rules/parts.js";
import type { ValueRules } from "../rules/value-rules.js";

/** The bounds of formats of whole numbers (OpenAPI 3.1, 4.4). Those above 2^53 are not exact in JSON for many readers. */
const WHOLE_FORMATS: Record<string, number> = { int32: 2 ** 31 - 1, int64: Number.MAX_SAFE_INTEGER };

/** The span in which a number is chosen, if its schema leaves more. */
const SPAN = 1000;
const NUMBER_TRIES = 100;

/** Numbers that servers accept in fields of usual names. */
const BY_NAME: readonly (readonly [words: RegExp, make: (name: string, randomness: Randomness) => number])[] = [
  [/\b(lat|latitude)$/, () => 52.5],
  [/\b(lng|lon|longitude)$/, () => 13.4],
  [/\byear$/, () => new Date().getUTCFullYear()],
  [/\bmonth$/, (_, randomness) => between(randomness, 1, 12)],
  [/\b(day|hour)$/, (_, randomness) => between(randomness, 1, 23)],
  [/\b(percent|percentage)\b|\bquantity$/, (_, randomness) => between(randomness, 1, 9)],
  [/\btemperature( c| celsius)?$/, (_, randomness) => between(randomness, 1, 30)],
  [/\bhumidity$/, (_, randomness) => between(randomness, 30, 90)],
  [/\b(rating|stars)$/, (_, randomness) => between(randomness, 1, 5)],
  // Seconds since 1970.
  [
    /\b(at|timestamp|date|since|until|expires|created|updated|modified|deleted)$/,
    (name, randomness) => momentFor(name, randomness).getTime() / 1000,
  ],
];

/** Names of numbers that identify or count: many documents call each number `number`. */
const COUNTED =
  /\b(id|code|status|count|number|page|pages|size|limit|offset|total|index|version|level|rank|position|port|age|year|month|days|hours|minutes|seconds)$/;

/** The rules of some schemas, and of the name of a field, for a number. */
interface NumberRules {
  bounds: NumberBounds;
  /** The numbers that are tried first. */
  from: number;
  to: number;
  /** The difference between two of them; 0 for any. */
  step: number;
  suggested: ((name: string, randomness: Randomness) => number) | undefined;
  /** The numbers that the descriptions of the schemas list. */
  listed: readonly number[];
}

interface NumberBounds {
  low: number;
  high: number;
  /** Whether it has to be a whole number, by its type or its format. */
  isWhole: boolean;
  /** The place of one of the keywords. */
  place: string;
}

const rulesOfWhole = derivedFor((parts, name) => rulesOf(parts, true, name));
const rulesOfAny = derivedFor((parts, name) => rulesOf(parts, false, name));

function rulesOf(parts: readonly Part[], isInteger: boolean, name: string): NumberRules {
  const bounds = numberBounds(parts, isInteger);
  const { low, high, isWhole } = bounds;
  // Without a lower bound, a number as small as people would choose.
  const isOpen = low <= -Math.min(2 ** 31 - 1, Math.abs(low));
  const least = !isOpen ? low : high >= 1 ? 1 : high - SPAN;
  const most = Math.min(high, least + SPAN);
  const bound = boundOf(name);
  const middle = (least + most) / 2;
  const words = fieldWords(name);
  return {
    bounds,
    from: bound === "high" ? middle : least,
    to: bound === "low" ? middle : most,
    step: Math.max(
      isWhole || (COUNTED.test(words) && Math.ceil(low) <= Math.floor(high)) ? 1 : 0,
      ...keywordOf(parts, "multipleOf").map(({ value }) => Number(value)),
    ),
    suggested: BY_NAME.find(([pattern]) => pattern.test(words))?.[1],
    listed: keywordOf(parts, "description").flatMap(({ value }) => listedNumbers(String(value))),
  };
}

/**
 * A number by `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `multipleOf` and the format. Where these leave the
 * choice, the name of its field decides: `min_price` is less than `max_price`.
 *
 * @throws Unsatisfiable if the bounds exclude every number
 */
export function makeNumber(value: ValueRules, isInteger: boolean, name: string, randomness: Randomness): number {
  const rules = isInteger ? rulesOfWhole(value.parts, name) : rulesOfAny(value.parts, name);
  const { low, high, isWhole, place } = rules.bounds;
  if (low > high) throw new Unsatisfiable(place, "the bounds admit no number");
  for (const candidate of candidates(rules, name, randomness)) {
    // Fractions of decimal steps are rounded to what a person would write.
    const number = isWhole ? Math.round(candidate) : Number(candidate.toPrecision(15));
    // JSON has no negative zero.
    if (value.fits(number) && number >= low && number <= high) return number === 0 ? 0 : number;
  }
  throw new Unsatisfiable(place, "no number between the bounds was found");
}

function* candidates({ bounds, from, to, step, suggested, listed }: NumberRules, name: string, randomness: Randomness) {
  if (listed.length > 0) {
    const first = between(randomness, 0, listed.length - 1);
    yield* [...listed.slice(first), ...listed.slice(0, first)];
  }
  if (suggested) yield suggested(name, randomness);
  for (let tries = 0; tries < NUMBER_TRIES; tries += 1) {
    if (step > 0) yield between(randomness, Math.ceil(from / step), Math.floor(to / step)) * step;
    else yield Math.round((from + randomness.random() * (to - from)) * 100) / 100;
    yield from + randomness.random() * (to - from);
  }
  const first = step > 0 ? Math.ceil(from / step) : 0;
  for (let count = 0; count < SPAN * 10; count += 1) yield step > 0 ? (first + count) * step : from;
  yield* [0, bounds.low, bounds.high];
}

/** The smallest and the largest number that the bounds admit. A format of whole numbers counts for `number` as well. */
export function numberBounds(parts: readonly Part[], isInteger: boolean): NumberBounds {
  const formats = keywordOf(parts, "format").flatMap(({ value }) => WHOLE_FORMATS[String(value)] ?? []);
  const isWhole = isInteger || formats.length > 0;
  const extreme = Math.min(...formats, isWhole ? Number.MAX_SAFE_INTEGER : Number.POSITIVE_INFINITY);
  const minimum = largest(parts, "minimum");
  const maximum = smallest(parts, "maximum");
  const above = largest(parts, "exclusiveMinimum");
  const below = smallest(parts, "exclusiveMaximum");
  const low = Math.max(-extreme, minimum?.value ?? -extreme, above ? next(above.value, isWhole, 1) : -extreme);
  const high = Math.min(extreme, maximum?.value ?? extreme, below ? next(below.value, isWhole, -1) : extreme);
  const place = (maximum ?? below ?? minimum ?? above)?.place ?? parts[0]?.pointer ?? "#";
  return isWhole ? { low: Math.ceil(low), high: Math.floor(high), isWhole, place } : { low, high, isWhole, place };
}

/** A number beside an exclusive bound. */
function next(bound: number, isWhole: boolean, sign: 1 | -1): number {
  if (isWhole) return sign > 0 ? Math.floor(bound) + 1 : Math.ceil(bound) - 1;
  return bound + sign * Math.max(Math.abs(bound) * 1e-9, 1e-9);
}
