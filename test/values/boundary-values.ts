import type { Json } from "#openapi/document/document.js";
import { withValue } from "#openapi/document/pointer.js";
import { edgesOf } from "#values/edges.js";
import type { Described, Values } from "#values/values.js";

/** A legal value with one part at the edge of a constraint. */
export interface BoundaryValue {
  label: string;
  place: string;
  at: string;
  value: Json;
}

/** The valid ones of the values with one edge each. */
export function boundaryValues(
  values: Values,
  described: Described,
  direction: "request" | "response" = "response",
): BoundaryValue[] {
  const { bases, edges } = edgesOf(values, described, { direction });
  const found = new Map<string, BoundaryValue>();
  for (const { label, place, at, value } of edges) {
    const whole = bases
      .map((base) => withValue(base, at, value))
      .find((each) => each !== undefined && values.isValid(described, each, direction));
    const text = JSON.stringify(whole);
    if (whole !== undefined && !found.has(text)) found.set(text, { label, place, at, value: whole });
  }
  return [...found.values()];
}
