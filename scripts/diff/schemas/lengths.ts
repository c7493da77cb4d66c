import { largest, smallest } from "#values/rules/limits.js";
import { type Difference, NARROWED, WIDENED } from "../difference.js";
import type { AlternativePair } from "./alternative-pair.js";

/** The differences of two counts: characters, items, or properties. A minimum of 0 is none. */
export function limitDifferences(pair: AlternativePair, minimum: string, maximum: string): Difference[] {
  const { base, revision, changed } = pair;
  const least = [base, revision].map(({ parts }) => {
    const limit = largest(parts, minimum);
    return limit && limit.value > 0 ? limit : undefined;
  });
  const most = [base, revision].map(({ parts }) => smallest(parts, maximum));
  const [lowerWas = 0, lowerIs = 0] = least.map((limit) => limit?.value);
  const [upperWas = Number.POSITIVE_INFINITY, upperIs = Number.POSITIVE_INFINITY] = most.map((limit) => limit?.value);
  return [
    ...(lowerWas === lowerIs ? [] : [changed(least[0], least[1], lowerIs > lowerWas ? NARROWED : WIDENED)]),
    ...(upperWas === upperIs ? [] : [changed(most[0], most[1], upperIs < upperWas ? NARROWED : WIDENED)]),
  ];
}
