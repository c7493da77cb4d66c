import { keywordOf, type Part, Unsatisfiable } from "./attempt/parts.js";
import { fits, largest, smallest } from "./limits/limits.js";
import { between, type Randomness } from "./randomness.js";

/** The bounds of number formats (OpenAPI 3.1, 4.4). Whole numbers above 2^53 are not exact in JSON for many readers. */
const FORMAT_BOUNDS: Record<string, number> = { int32: 2 ** 31 - 1, int64: Number.MAX_SAFE_INTEGER };

/** The span in which a number is chosen, if its schema leaves more. */
const SPAN = 1000;
const NUMBER_TRIES = 100;

/**
 * A number by `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `multipleOf` and the format.
 *
 * @throws Unsatisfiable if the bounds exclude every number
 */
export function makeNumber(parts: readonly Part[], isWhole: boolean, randomness: Randomness): number {
  const { low, high, place } = numberBounds(parts, isWhole);
  if (low > high) throw new Unsatisfiable(place, "the bounds admit no number");
  // Without a lower bound, a number as small as people would choose.
  const isOpen = low <= -Math.min(2 ** 31 - 1, Math.abs(low));
  const from = !isOpen ? low : high >= 1 ? 1 : high - SPAN;
  const to = Math.min(high, from + SPAN);
  const step = Math.max(isWhole ? 1 : 0, ...keywordOf(parts, "multipleOf").map(({ value }) => Number(value)));
  const candidates = function* (): Generator<number> {
    for (let tries = 0; tries < NUMBER_TRIES; tries += 1) {
      if (step > 0) yield between(randomness, Math.ceil(from / step), Math.floor(to / step)) * step;
      else yield Math.round((from + randomness.random() * (to - from)) * 100) / 100;
      yield from + randomness.random() * (to - from);
    }
    const first = step > 0 ? Math.ceil(from / step) : 0;
    for (let count = 0; count < SPAN * 10; count += 1) yield step > 0 ? (first + count) * step : from;
    yield* [0, low, high];
  };
  for (const candidate of candidates()) {
    // Fractions of decimal steps are rounded to what a person would write.
    const value = isWhole ? Math.round(candidate) : Number(candidate.toPrecision(15));
    // JSON has no negative zero.
    if (fits(parts, value) && value >= low && value <= high) return value === 0 ? 0 : value;
  }
  throw new Unsatisfiable(place, "no number between the bounds was found");
}

/** The smallest and the largest number that the bounds admit, and the place of one of the keywords. */
export function numberBounds(parts: readonly Part[], isWhole: boolean): { low: number; high: number; place: string } {
  const formats = keywordOf(parts, "format").flatMap(({ value }) => FORMAT_BOUNDS[String(value)] ?? []);
  const extreme = Math.min(...formats, isWhole ? Number.MAX_SAFE_INTEGER : Number.POSITIVE_INFINITY);
  const minimum = largest(parts, "minimum");
  const maximum = smallest(parts, "maximum");
  const above = largest(parts, "exclusiveMinimum");
  const below = smallest(parts, "exclusiveMaximum");
  const low = Math.max(-extreme, minimum?.value ?? -extreme, above ? next(above.value, isWhole, 1) : -extreme);
  const high = Math.min(extreme, maximum?.value ?? extreme, below ? next(below.value, isWhole, -1) : extreme);
  const place = (maximum ?? below ?? minimum ?? above)?.place ?? parts[0]?.pointer ?? "#";
  return isWhole ? { low: Math.ceil(low), high: Math.floor(high), place } : { low, high, place };
}

/** A number beside an exclusive bound. */
function next(bound: number, isWhole: boolean, sign: 1 | -1): number {
  if (isWhole) return sign > 0 ? Math.floor(bound) + 1 : Math.ceil(bound) - 1;
  return bound + sign * Math.max(Math.abs(bound) * 1e-9, 1e-9);
}
