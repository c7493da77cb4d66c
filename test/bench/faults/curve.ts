/** A point of the curve: the number of faults that were found with at most so many requests. */
export interface CurvePoint {
  requests: number;
  found: number;
}

/** The curve of `verify`, with other tools as points. */
export interface FaultCurve {
  /** How many faults the curve is about. */
  faults: number;
  /** For each fault that was found, how many requests had been sent when the first finding was there. */
  firstFindings: number[];
  /** Each tool with the median of the requests of its whole runs, and with its share of the faults of a smaller sample. */
  tools: ToolPoint[];
}

/** One tool in the picture. */
export interface ToolPoint {
  name: string;
  requests: number;
  /** 0 to 1. */
  share: number;
}

/**
 * The curve of the faults found by requests sent. It rises where a fault is found first.
 *
 * @param firstFindings for each fault that was found, how many requests had been sent when the first finding was there
 * @returns one point for each number of requests at which a fault was found, in ascending order
 */
export function curveOf(firstFindings: readonly number[]): CurvePoint[] {
  const sorted = firstFindings.toSorted((one, other) => one - other);
  return sorted.flatMap((requests, index) => (sorted[index + 1] === requests ? [] : [{ requests, found: index + 1 }]));
}

/** How many faults a curve has found after some requests. */
export function foundBy(curve: readonly CurvePoint[], requests: number): number {
  return curve.findLast((point) => point.requests <= requests)?.found ?? 0;
}
