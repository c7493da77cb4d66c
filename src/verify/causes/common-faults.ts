import { groupBy } from "../model/group-by.js";
import type { RequestFault } from "../model/request/expectation.js";
import { operationOf, type Sighting } from "./sighting.js";

/** The words for a fault of a request; undefined where the reason of the expectation says it. */
export type WordsOf = (fault: RequestFault) => string | undefined;

/** With the values of the request. */
export const WITH_VALUES: WordsOf = ({ what }) => what;

/** For files that are committed. */
export const WITHOUT_VALUES: WordsOf = ({ what, plain = what }) => plain;

/** The faults that each of several operations shows, so that a sentence about all of them is true. Empty without one. */
export function commonFaults(sightings: readonly Sighting[], wordsOf: WordsOf = WITH_VALUES): string[] {
  const faultOf = ({ finding }: Sighting) => (finding?.about.fault && wordsOf(finding.about.fault)) ?? [];
  const byOperation = [...groupBy(sightings, operationOf).values()].map((own) => new Set(own.flatMap(faultOf)));
  const [first = new Set<string>(), ...others] = byOperation;
  if (others.length === 0) return [];
  return [...first].filter((what) => others.every((known) => known.has(what)));
}
