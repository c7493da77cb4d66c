import type { ListFeature } from "../model/finding/about.js";
import { type CheckId, judgesForm } from "../model/finding/kinds.js";
import type { Group } from "./groups.js";
import type { Sighting } from "./sighting.js";
import { collectionOf } from "./things.js";

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
  const causes = new Map<GroupFacts, GroupFacts>();
  const rootOf = (facts: GroupFacts): GroupFacts => {
    const cause = causes.get(facts);
    return cause ? rootOf(cause) : facts;
  };
  for (const effect of all.toSorted((left, right) => left.rank - right.rank)) {
    const cause = all.find((candidate) => rootOf(candidate) !== effect && explains(candidate, effect));
    if (cause) causes.set(effect, cause);
  }
  return all
    .filter((facts) => !causes.has(facts))
    .map((root) => ({
      ...root.group,
      consequences: all.filter((facts) => facts !== root && rootOf(facts) === root).map(({ group }) => group),
    }));
}

/** The facts of a group that decide which groups it explains. */
interface GroupFacts {
  group: Group;
  check: CheckId | "error";
  isFailure: boolean;
  /** The order in which the checks of the group judge a server: its responses first, then its behavior. */
  rank: number;
  cases: ReadonlySet<string>;
  operations: ReadonlySet<string>;
  collections: ReadonlySet<string>;
  fields: ReadonlySet<string>;
  foundBy: ReadonlySet<string>;
  features: ReadonlySet<ListFeature>;
  /** Whether a response, or its whole body, cannot be used. */
  isUnusable: boolean;
}

/** The checks in the order in which they judge a response. Checks of behavior come last. */
const FORMS: readonly (CheckId | "error")[] = [
  "error",
  "status",
  "media-type",
  "headers",
  "body",
  "undocumented-fields",
  "identity",
];

function factsOf(group: Group): GroupFacts {
  const { sightings } = group;
  const about = sightings.flatMap(({ finding }) => finding?.about ?? []);
  const fields = new Set(about.flatMap((subject) => subject.fields ?? []));
  const [first] = sightings;
  const check = first?.finding?.check ?? "error";
  const form = FORMS.indexOf(check);
  return {
    group,
    check,
    isFailure: first?.severity === "failure",
    rank: form < 0 ? FORMS.length : form,
    cases: new Set(sightings.map(({ result }) => result.name)),
    operations: new Set(sightings.map(operationOf)),
    collections: new Set(sightings.map(({ result }) => collectionOf(result.path))),
    fields,
    foundBy: new Set(about.flatMap((subject) => subject.foundBy ?? [])),
    features: new Set(about.flatMap(({ list }) => list ?? [])),
    isUnusable: check === "error" || check === "media-type" || fields.has("") || sightings.some(isOfValidRequest),
  };
}

function operationOf({ result, finding, error }: Sighting): string {
  return finding?.about.operation ?? error?.silent ?? result.operation;
}

/** Whether a request that the contract allows got a wrong status. */
function isOfValidRequest({ finding }: Sighting): boolean {
  return finding?.check === "status" && finding.about.fault === undefined && finding.about.wanted !== "rejection";
}

function explains(cause: GroupFacts, effect: GroupFacts): boolean {
  if (!cause.isFailure) return false;
  if (cause.check === "status") return explainsByStatus(cause, effect);
  if (effect.check === "status") return explainsStatus(cause, effect);
  const isBehavior = effect.rank === FORMS.length;
  const isWithin = isSubset(effect.cases, cause.cases);
  if (isBehavior && isWithin && cause.isUnusable) return true;
  if (cause.check === "pagination") return effect.check === "pagination" && explainsPages(cause, effect, isWithin);
  if (cause.check === "error" || !judgesForm(cause.check) || cause.rank > effect.rank) return false;
  if (isWithin && meets(cause.fields, effect.foundBy)) return true;
  // Another resource than the requested one has other values.
  if (cause.check === "identity")
    return isBehavior && effect.fields.size > 0 && isSubset(effect.operations, cause.operations);
  // Two values differ because one of them is wrong.
  return isBehavior && meets(cause.fields, effect.fields) && meets(cause.collections, effect.collections);
}

/** Whether a wrong status explains other findings. */
function explainsByStatus(cause: GroupFacts, effect: GroupFacts): boolean {
  if (effect.check === "side-effects") return findsEverything(cause, effect);
  if (effect.check === "body" || effect.check === "echo") return storesInvalid(cause, effect);
  if (effect.check === "status") {
    const isFailing = hasStatus(cause, 500) && hasStatus(effect, 500);
    if (isFailing && cause.isUnusable && !effect.isUnusable) return isSubset(effect.operations, cause.operations);
    // A body that is not validated as a whole is not validated in its parts.
    return isPartOf(effect, cause, "accepts") || isPartOf(effect, cause, "fails for");
  }
  return cause.isUnusable && effect.rank === FORMS.length && isSubset(effect.cases, cause.cases);
}

/** Whether something else explains a wrong status. */
function explainsStatus(cause: GroupFacts, effect: GroupFacts): boolean {
  const things = effect.group.things;
  const isSameOperation = isSubset(effect.operations, cause.operations);
  // What was not deleted is deleted again; a cursor that is ignored is not compared with another one.
  if (cause.check === "relation") return isSameOperation && things.some((thing) => thing.startsWith("accepts path "));
  if (cause.features.has("cursor"))
    return isSameOperation && things.some((thing) => thing.endsWith("/x-mutually-exclusive"));
  const isForm = cause.check !== "error" && judgesForm(cause.check);
  return isForm && meets(cause.fields, effect.foundBy) && isSubset(effect.cases, cause.cases);
}

function hasStatus({ group }: GroupFacts, least: number): boolean {
  return group.sightings.every(({ finding }) => (finding?.about.status ?? 0) >= least);
}

/** Whether a part of a request, as its schema describes it, is inside of another one. */
function isPartOf(part: GroupFacts, whole: GroupFacts, verb: string): boolean {
  const outer = whole.group.things.filter((thing) => thing.startsWith(`${verb} #`));
  return part.group.things.some((thing) => outer.some((prefix) => thing.startsWith(`${prefix}/`)));
}

/** An operation that finds what does not exist finds a resource that was never created. */
function findsEverything({ group, operations }: GroupFacts, effect: GroupFacts): boolean {
  const isFound = group.things.some((thing) => thing.startsWith("accepts path "));
  return isFound && effect.group.sightings.every(({ finding }) => operations.has(finding?.about.shownBy ?? ""));
}

/** An invalid value that was accepted is shown by later responses. */
function storesInvalid(cause: GroupFacts, effect: GroupFacts): boolean {
  const schemas = cause.group.things.flatMap((thing) => /^accepts (#.*)$/.exec(thing)?.[1] ?? []);
  const fields = schemas.flatMap((schema) => /\/properties\/([^/]+)$/.exec(schema)?.[1] ?? []);
  const isSameSchema = schemas.some((schema) =>
    effect.group.things.some((thing) => thing === `schema ${schema}` || thing === `fields of ${schema}`),
  );
  const isSameField = fields.some((field) => effect.fields.has(field));
  return (isSameSchema || isSameField) && meets(cause.collections, effect.collections);
}

/** Pages of a wrong size, or at a wrong place, have other items, and end elsewhere. */
function explainsPages(cause: GroupFacts, effect: GroupFacts, isWithin: boolean): boolean {
  if (!isSubset(effect.operations, cause.operations)) return false;
  const certain: readonly ListFeature[] = cause.features.has("cursor") ? ["items", "more items"] : ["items"];
  const possible: readonly ListFeature[] = cause.features.has("page size")
    ? ["cursor", "more items", "default page size"]
    : cause.features.has("more items")
      ? ["default page size"]
      : [];
  const isOf = (features: readonly ListFeature[]) =>
    [...effect.features].every((feature) => features.includes(feature));
  return !cause.features.has("items") && (isOf(certain) || (isWithin && isOf([...certain, ...possible])));
}

function isSubset(inner: ReadonlySet<string>, outer: ReadonlySet<string>): boolean {
  return [...inner].every((item) => outer.has(item));
}

function meets(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return [...left].some((item) => right.has(item));
}
