import { groupBy } from "../model/group-by.js";
import { operationOf, type Sighting } from "./sighting.js";

/** The faults that each of several operations shows, so that a sentence about all of them is true. Empty without one. */
export function commonFaults(sightings: readonly Sighting[]): string[] {
  const faultOf = ({ finding }: Sighting) => finding?.about.fault?.what ?? [];
  const byOperation = [...groupBy(sightings, operationOf).values()].map((own) => new Set(own.flatMap(faultOf)));
  const [first = new Set<string>(), ...others] = byOperation;
  if (others.length === 0) return [];
  return [...first].filter((what) => others.every((known) => known.has(what)));
}
