import { type Limit, largest, smallest } from "#values/rules/limits.js";
import { keywordOf, type Part } from "#values/rules/parts.js";
import { type Difference, NARROWED, WIDENED } from "../difference.js";
import type { AlternativePair } from "./alternative-pair.js";
import { integerRange } from "./formats.js";

/** A bound of numbers. `isExclusive` bounds are not themselves allowed. */
interface Bound extends Limit {
  isExclusive: boolean;
}

/** The differences of two alternatives of numbers: whole numbers, bounds, steps. */
export function numberDifferences(pair: AlternativePair): Difference[] {
  const differences = [...wholeness(pair), ...bounds(pair), ...steps(pair)];
  // A format may change both bounds.
  return differences.filter(({ place }, index) => differences.findIndex((other) => other.place === place) === index);
}

function wholeness({ base, revision, naming, place }: AlternativePair): Difference[] {
  const [was, is] = [isWhole(base.parts, base.type), isWhole(revision.parts, revision.type)];
  if (was === is) return [];
  const at = place("type");
  const [old, now] = [was ? "integer" : "number", is ? "integer" : "number"];
  const message = `${naming.keyword(at, "type")} was changed from \`${old}\` to \`${now}\`.`;
  return [{ rule: "type", message, place: at, breaks: is ? NARROWED : WIDENED, otherwise: "patch", old, new: now }];
}

function isWhole(parts: readonly Part[], type: string): boolean {
  return type === "integer" || keywordOf(parts, "format").some(({ value }) => integerRange(value) !== undefined);
}

function bounds(pair: AlternativePair): Difference[] {
  return (["lower", "upper"] as const).flatMap((end) => {
    const [was, is] = [
      boundOf(pair.base.parts, end, pair.base.type),
      boundOf(pair.revision.parts, end, pair.revision.type),
    ];
    const order = compared(was, is, end);
    if (order === 0) return [];
    return [
      pair.changed(
        was ?? unlimited(pair.base.parts, is),
        is ?? unlimited(pair.revision.parts, was),
        order > 0 ? NARROWED : WIDENED,
      ),
    ];
  });
}

/** A format without the bound that the format of the other side has: `int64` beside `int32`. */
function unlimited(parts: readonly Part[], other: Bound | undefined) {
  return other?.place.endsWith("/format") ? keywordOf(parts, "format")[0] : undefined;
}

/** Positive if the second bound allows fewer numbers. */
function compared(was: Bound | undefined, is: Bound | undefined, end: "lower" | "upper"): number {
  if (!was || !is)
    return Number(was === undefined) * Number(is !== undefined) - Number(was !== undefined) * Number(is === undefined);
  const difference = end === "lower" ? is.value - was.value : was.value - is.value;
  return difference === 0 ? Number(is.isExclusive) - Number(was.isExclusive) : difference;
}

function boundOf(parts: readonly Part[], end: "lower" | "upper", type: string): Bound | undefined {
  const [limit, inclusive, exclusive] =
    end === "lower"
      ? ([largest, "minimum", "exclusiveMinimum"] as const)
      : ([smallest, "maximum", "exclusiveMaximum"] as const);
  const whole = isWhole(parts, type);
  const step = end === "lower" ? 1 : -1;
  const round = end === "lower" ? Math.ceil : Math.floor;
  const open = limit(parts, exclusive);
  const closed = limit(parts, inclusive);
  const candidates: Bound[] = [
    ...(closed ? [{ ...closed, value: whole ? round(closed.value) : closed.value, isExclusive: false }] : []),
    // Above 0, whole numbers begin with 1.
    ...(open && whole
      ? [{ ...open, value: Number.isInteger(open.value) ? open.value + step : round(open.value), isExclusive: false }]
      : []),
    ...(open && !whole ? [{ ...open, isExclusive: true }] : []),
    ...formatBounds(parts, end),
  ];
  return candidates.toSorted((one, other) => compared(one, other, end)).at(-1);
}

function formatBounds(parts: readonly Part[], end: "lower" | "upper"): Bound[] {
  return keywordOf(parts, "format").flatMap(({ value: format, place }) => {
    const value = integerRange(format)?.[end === "lower" ? 0 : 1];
    return value !== undefined && Number.isFinite(value) ? [{ value, place, isExclusive: false }] : [];
  });
}

function steps({ base, revision, changed }: AlternativePair): Difference[] {
  const [was, is] = [stepsOf(base.parts), stepsOf(revision.parts)];
  const narrowed = is.find((step) => !was.some(({ value }) => isMultiple(value, step.value)) && !isImplied(step, base));
  const widened = was.find(
    (step) => !is.some(({ value }) => isMultiple(value, step.value)) && !isImplied(step, revision),
  );
  if (!narrowed && !widened) return [];
  const breaks = { request: narrowed !== undefined, response: widened !== undefined };
  return [changed(widened ?? was[0], narrowed ?? is[0], breaks)];
}

function isImplied({ value }: Limit, { parts, type }: { parts: readonly Part[]; type: string }): boolean {
  return isWhole(parts, type) && isMultiple(1, value);
}

function stepsOf(parts: readonly Part[]): Limit[] {
  return keywordOf(parts, "multipleOf").flatMap(({ value, place }) =>
    typeof value === "number" ? [{ value, place }] : [],
  );
}

/** Whether each multiple of a number is one of another. Decimal fractions are not exact in binary. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 && Math.round(quotient) !== 0;
}
