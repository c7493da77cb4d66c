import { groupBy } from "../model/group-by.js";
import type { CaseResult } from "../model/test-case/outcome.js";
import { Partition } from "./partition.js";
import { rankOf, type Sighting, sightingsIn } from "./sighting.js";
import { commonThing, thingsOf } from "./things.js";

/** Sightings with one cause. */
export interface Group {
  /** The things that they are about: those of responses before those of behavior, otherwise in alphabetical order. */
  things: readonly string[];
  sightings: readonly Sighting[];
}

/** A behavior of so many operations, and of half of them at least, is one of the server. */
const LEAST_COMMON = 3;

/** Sightings that are about the same thing, directly or by others, and have the same severity. */
export function groupsOf(results: readonly CaseResult[]): Group[] {
  const sightings = sightingsIn(results);
  const common = commonThings(sightings, new Set(results.map(({ operation }) => operation)).size);
  const partition = new Partition();
  const about = sightings.map((sighting) => {
    const general = commonThing(sighting)?.thing;
    const things = [...(general !== undefined && common.has(general) ? [general] : []), ...thingsOf(sighting)];
    const [first = "", ...others] = things.map((thing) => `${sighting.severity} ${thing}`);
    for (const other of others) partition.join(first, other);
    return { sighting, things, first };
  });
  return [...groupBy(about, ({ first }) => partition.rootOf(first)).values()].map((members) => ({
    things: inOrder(members),
    sightings: members.map(({ sighting }) => sighting),
  }));
}

/** The things of sightings, each once. The first one names the cause, and must not depend on what else a run saw. */
function inOrder(members: readonly { sighting: Sighting; things: readonly string[] }[]): string[] {
  const ranks = new Map<string, number>();
  for (const { sighting, things } of members) {
    const rank = rankOf(sighting);
    for (const thing of things) ranks.set(thing, Math.min(rank, ranks.get(thing) ?? rank));
  }
  const sorted = [...ranks].toSorted(
    ([left, leftRank], [right, rightRank]) => leftRank - rightRank || (left < right ? -1 : 1),
  );
  return sorted.map(([thing]) => thing);
}

/** The behaviors of many operations, or of many fields of an object. */
function commonThings(sightings: readonly Sighting[], operations: number): ReadonlySet<string> {
  const groups = groupBy(
    sightings.flatMap((sighting) => commonThing(sighting) ?? []),
    ({ thing }) => thing,
  );
  const common = [...groups].filter(([, seen]) => {
    const count = new Set(seen.map(({ by }) => by)).size;
    return count >= LEAST_COMMON && (!seen.some(({ isOfServer }) => isOfServer) || count >= operations / 2);
  });
  return new Set(common.map(([thing]) => thing));
}
