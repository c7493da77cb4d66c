import type { Json } from "#openapi/document/document.js";
import { inTurns } from "../model/in-turns.js";
import type { ParameterValue } from "../model/request/request-spec.js";
import type { Constraint } from "../model/test-case/constraint.js";
import type { RequestContext } from "../model/test-case/request-context.js";
import { valuesOf } from "./generated-parts.js";

/**
 * Combinations near one whose response was new. One number or text is another one near it, or one that the response
 * states. Or two have each other's values.
 *
 * @param stated the constraint that the response states
 */
export function neighborsOf(
  context: RequestContext,
  combination: readonly ParameterValue[],
  stated: Constraint,
): ParameterValue[][] {
  const generated = combination.flatMap((sent, index) => (sent.source.kind === "generated" ? [index] : []));
  const changed = generated.map((index) =>
    nearbyValues(combination[index]?.value ?? null, stated).map((value) => withAt(combination, index, value)),
  );
  const swapped = generated.flatMap((one, position) =>
    generated.slice(position + 1).map((other) => {
      const values = [combination[one]?.value ?? null, combination[other]?.value ?? null] as const;
      return withAt(withAt(combination, one, values[1]), other, values[0]);
    }),
  );
  const values = valuesOf(context);
  // One of each parameter in turn, because a response seldom says which one matters.
  return [...inTurns(changed).flat(), ...swapped].filter((row) =>
    row.every(({ parameter, value }) => values.isValid(parameter, value, "request")),
  );
}

function withAt(combination: readonly ParameterValue[], index: number, value: Json): ParameterValue[] {
  return combination.map((sent, position) => (position === index ? { ...sent, value } : sent));
}

/** Values near a number or a text. Those that the response states come first. */
function nearbyValues(value: Json, { least, most, values = [] }: Constraint): Json[] {
  if (typeof value === "number") {
    const bounds = [least, most, ...(most === undefined ? [] : [most + 1])].flatMap((bound) => bound ?? []);
    const members = values.filter((member) => typeof member === "number");
    const whole = [value + 1, value - 1, value * 2, value * 10, Math.trunc(value / 2), -value];
    return distinct([...bounds, ...members, ...whole], value);
  }
  if (typeof value !== "string") return [];
  const members = values.filter((member) => typeof member === "string");
  const upper = value.toUpperCase();
  const characters = [...value];
  const changed = [
    upper === value ? value.toLowerCase() : upper,
    characters.toReversed().join(""),
    value + value,
    characters.slice(1).join(""),
    `${value}1`,
  ];
  return distinct([...members, ...changed], value).filter((text) => text !== "");
}

function distinct(values: readonly Json[], known: Json): Json[] {
  return [...new Set(values)].filter((value) => value !== known);
}
