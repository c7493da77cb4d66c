import { groupBy } from "../model/group-by.js";
import { explains } from "./explains.js";
import { factsOf, type GroupFacts, shownPlaces } from "./group-facts.js";
import type { Group } from "./groups.js";

/** A group that no other one explains, and the groups that exist only because of it. */
export interface ExplainedGroup extends Group {
  consequences: readonly Group[];
}

/**
 * The groups that no other one explains, each with those that it explains. A resource with a wrong id is not found by it; pages
 * of a wrong size end at another item. One fault of a server then shows as one cause.
 */
export function withoutConsequences(groups: readonly Group[]): ExplainedGroup[] {
  const all = groups.map(factsOf);
  const candidatesOf = relatedTo(all);
  const causes = new Map<GroupFacts, GroupFacts>();
  const rootOf = (facts: GroupFacts): GroupFacts => {
    const cause = causes.get(facts);
    return cause ? rootOf(cause) : facts;
  };
  for (const effect of all.toSorted((left, right) => left.rank - right.rank)) {
    const cause = candidatesOf(effect).find((candidate) => explains(candidate, effect) && rootOf(candidate) !== effect);
    if (cause) causes.set(effect, cause);
  }
  const members = groupBy(all, rootOf);
  return all
    .filter((facts) => !causes.has(facts))
    .map((root) => ({
      ...root.group,
      consequences: (members.get(root) ?? []).filter((facts) => facts !== root).map(({ group }) => group),
    }));
}

/** Finds the groups that may explain another one, in their order: runs with thousands of groups compare few pairs. */
function relatedTo(all: readonly GroupFacts[]): (effect: GroupFacts) => GroupFacts[] {
  const byKey = groupBy(
    all.flatMap((facts, index) => causeKeys(facts).map((key) => ({ key, index }))),
    ({ key }) => key,
  );
  return (effect) => {
    const indexes = new Set(effectKeys(effect).flatMap((key) => (byKey.get(key) ?? []).map(({ index }) => index)));
    return [...indexes].toSorted((left, right) => left - right).flatMap((index) => all[index] ?? []);
  };
}

/** The keys of a group as a cause. Each rule of `explains` needs one that is a key of the effect. */
function causeKeys(facts: GroupFacts): string[] {
  const { operations, cases, collections, fields, accepted, group } = facts;
  return [
    ...[...operations].map((operation) => `operation ${operation}`),
    ...[...cases].map((name) => `case ${name}`),
    ...fieldKeys(fields, collections),
    ...[...accepted].map(acceptedKey),
    ...group.things,
  ];
}

/**
 * The keys of a group as an effect. They include the operations that show it, and the parts of a request that hold its own.
 */
function effectKeys({ operations, cases, collections, fields, shownBy, group }: GroupFacts): string[] {
  return [
    ...[...operations, ...shownBy].map((operation) => `operation ${operation}`),
    ...[...cases].map((name) => `case ${name}`),
    ...fieldKeys(fields, collections),
    ...group.sightings.flatMap(shownPlaces).map(acceptedKey),
    ...group.things.flatMap(wholesOf),
  ];
}

function fieldKeys(fields: ReadonlySet<string>, collections: ReadonlySet<string>): string[] {
  return [...collections].flatMap((path) => [...fields].map((field) => `field ${field} below ${path}`));
}

function acceptedKey(place: string): string {
  return `accepted ${place}`;
}

/** The things that are about a whole of which a thing is about a part. */
function wholesOf(thing: string): string[] {
  if (!/^(?:accepts|fails for) #/.test(thing)) return [];
  return [...thing.matchAll(/\//g)].map(({ index }) => thing.slice(0, index));
}
