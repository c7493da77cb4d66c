import { groupBy } from "../model/group-by.js";
import type { CaseResult } from "../model/test-case/outcome.js";
import { commonThing } from "./common-things.js";
import { Partition } from "./partition.js";
import { rankOf, type Sighting, sightingsIn } from "./sighting.js";
import { kindOf, thingsOf } from "./things.js";

/** Sightings with one cause. */
export interface Group {
  /** The things that they are about: those of responses before those of behavior, and of each, those that most share. */
  things: readonly string[];
  /** Behaviors that sightings may share with others, but do not here: more operations of another run may have them. */
  behaviors: readonly string[];
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
    const sent = requestOf(sighting);
    if (sent !== undefined) partition.join(first, `${sighting.severity} ${sent}`);
    return { sighting, things, first, general };
  });
  return [...groupBy(about, ({ first }) => partition.rootOf(first)).values()].map((members) => {
    const things = inOrder(members);
    const behaviors = new Set(members.flatMap(({ general }) => general ?? []));
    return {
      things,
      behaviors: [...behaviors].filter((thing) => !things.includes(thing)).toSorted(),
      sightings: members.map(({ sighting }) => sighting),
    };
  });
}

/** The request whose status is wrong, by its lines: two test cases may send the same one. It does not name a cause. */
function requestOf({ finding }: Sighting): string | undefined {
  return finding?.check === "status" ? `request: ${finding.about.status} ${finding.reproduce}` : undefined;
}

/**
 * The things of sightings, each once. The first one names the cause. If most sightings share it, a run that sees a part of
 * them sees it, too.
 */
function inOrder(members: readonly { sighting: Sighting; things: readonly string[] }[]): string[] {
  const facts = new Map<string, { rank: number; count: number }>();
  for (const { sighting, things } of members) {
    for (const thing of things) {
      const { rank, count } = facts.get(thing) ?? { rank: rankOf(sighting), count: 0 };
      facts.set(thing, { rank: Math.min(rank, rankOf(sighting)), count: count + 1 });
    }
  }
  const sorted = [...facts].toSorted(
    ([left, one], [right, other]) =>
      one.rank - other.rank || other.count - one.count || kindOf(left) - kindOf(right) || (left < right ? -1 : 1),
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
