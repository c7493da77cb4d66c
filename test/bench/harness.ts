import type { FaultCurve } from "./faults/curve.js";

/** The measured values of one candidate, one for each round. */
export interface Series {
  name: string;
  unit: string;
  values: readonly number[];
}

/** One line of the table. */
export interface Row {
  /** The measured subject. */
  what: string;
  /** The subject of comparison. */
  against: string;
  /** The figures of the aim, one for each round; an empty list if a needed program is missing. */
  ratios: readonly number[];
  /** In words: `at most 1.5`. */
  aim: string;
  /** Whether the aim is met; undefined for a row without an aim. */
  met: boolean | undefined;
  figures: readonly Series[];
  /** Whether it is compared with a fixed limit. Unlike a ratio, it changes with the machine. */
  isLimit?: boolean;
  /** Further facts for readers. */
  note?: string;
  /** Shown as a picture below the table. */
  curve?: FaultCurve;
}

/** The middle value; the mean of the two middle ones of an even number. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = low] =
    sorted.length % 2 === 1 ? [sorted[middle]] : sorted.slice(middle - 1, middle + 1);
  return (low + high) / 2;
}

/** Measures something once. */
export type Measure = () => Promise<number>;

/**
 * Measures candidates in turn, round by round, each round in another order, so that other work of the machine affects all
 * of them.
 *
 * @param warmUp rounds that are not counted
 */
export async function interleaved<Name extends string>(
  candidates: Readonly<Record<Name, Measure>>,
  unit: string,
  rounds: number,
  warmUp = 0,
): Promise<Record<Name, Series>> {
  const names = Object.keys(candidates) as Name[];
  const values = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    const first = Math.abs(round) % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const value = await candidates[name]();
      if (round >= 0) values.get(name)?.push(value);
    }
  }
  const series = names.map((name): [Name, Series] => [name, { name, unit, values: values.get(name) ?? [] }]);
  return Object.fromEntries(series) as Record<Name, Series>;
}

/** The ratios of two series, round by round. The values of a round were measured within seconds. */
export function ratios(one: Series, other: Series): number[] {
  return one.values.map((value, round) => value / (other.values[round] ?? Number.NaN));
}

/** A row. Its aim is met if the median of its ratios is within the bounds. */
export function row(given: Omit<Row, "met" | "aim"> & { atMost?: number; atLeast?: number; aim?: string }): Row {
  const { atMost, atLeast, aim, ...rest } = given;
  const value = median(given.ratios);
  const met =
    atMost === undefined && atLeast === undefined
      ? undefined
      : value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
  const words = [
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
  ];
  return { ...rest, met: Number.isNaN(value) ? undefined : met, aim: aim ?? (words.join(", ") || "–") };
}
