import type { ListFeature } from "../model/finding/about.js";
import { judgesForm } from "../model/finding/kinds.js";
import { type GroupFacts, shownPlaces } from "./group-facts.js";
import type { Sighting } from "./sighting.js";

/** Whether a fault that one group shows has the other as an effect. */
export function explains(cause: GroupFacts, effect: GroupFacts): boolean {
  if (effect.isFailure && !cause.isFailure) return false;
  if (cause.check === "status") return explainsByStatus(cause, effect);
  if (effect.check === "status") return explainsStatus(cause, effect);
  const { isBehavior } = effect;
  const isWithin = isSubset(effect.cases, cause.cases);
  if (isBehavior && isWithin && cause.isUnusable && dependsOnBody(effect)) return true;
  if (cause.check === "pagination") return effect.check === "pagination" && explainsPages(cause, effect, isWithin);
  if (cause.check === "error" || !judgesForm(cause.check) || cause.rank > effect.rank) return false;
  if (isWithin && meets(cause.fields, effect.foundBy)) return true;
  // Another resource than the requested one has other values.
  if (cause.check === "identity")
    return isBehavior && effect.fields.size > 0 && isSubset(effect.operations, cause.operations);
  // Two values differ because one of them is wrong.
  return isBehavior && meets(cause.fields, effect.fields) && meets(cause.collections, effect.collections);
}

/** Whether a behavior is seen in the body of a response. Others are seen behind the API: a token that is valid, for example. */
function dependsOnBody({ fields, foundBy, features, group }: GroupFacts): boolean {
  const isOfEffect = group.sightings.some(({ finding }) => finding?.about.effectOf !== undefined);
  return isOfEffect || fields.size + foundBy.size + features.size > 0;
}

/** Whether a wrong status explains other findings. */
function explainsByStatus(cause: GroupFacts, effect: GroupFacts): boolean {
  if (describesUnknown(cause, effect)) return true;
  if (effect.check === "side-effects") return findsEverything(cause, effect);
  if (effect.check === "body" || effect.check === "echo") return storesInvalid(cause, effect);
  if (effect.check === "status") {
    const isFailing = hasStatus(cause, 500) && hasStatus(effect, 500);
    if (isFailing && cause.isUnusable && !effect.isUnusable) return isSubset(effect.operations, cause.operations);
    // A server that checks no key reads no scheme.
    if (
      effect.group.things.includes("accepts scheme of the credentials") &&
      cause.group.things.includes("accepts credentials")
    )
      return isSubset(effect.operations, cause.operations);
    // A body that is not validated as a whole is not validated in its parts. One that may lack a field is validated.
    const isUnvalidated = !lacksFields(cause);
    return (isUnvalidated && isPartOf(effect, cause, "accepts")) || isPartOf(effect, cause, "fails for");
  }
  return cause.isUnusable && effect.isBehavior && isSubset(effect.cases, cause.cases);
}

/** Whether something else explains a wrong status. */
function explainsStatus(cause: GroupFacts, effect: GroupFacts): boolean {
  const things = effect.group.things;
  const isSameOperation = isSubset(effect.operations, cause.operations);
  // A resource that was not deleted is deleted again; a cursor that is ignored is not compared with another one.
  if (cause.check === "relation") return isSameOperation && things.some((thing) => thing.startsWith("accepts path "));
  if (hasCursor(cause)) return isSameOperation && things.some((thing) => thing.endsWith("/x-mutually-exclusive"));
  const isForm = cause.check !== "error" && judgesForm(cause.check);
  return isForm && meets(cause.fields, effect.foundBy) && isSubset(effect.cases, cause.cases);
}

function hasStatus({ group }: GroupFacts, least: number): boolean {
  return group.sightings.every(({ finding }) => (finding?.about.status ?? 0) >= least);
}

/** Whether a group is about required fields alone, which requests may lack. */
function lacksFields({ group }: GroupFacts): boolean {
  return group.sightings.every(({ finding }) => finding?.place.endsWith("/required"));
}

/** Whether a part of a request, as its schema describes it, is inside of another one. */
function isPartOf(part: GroupFacts, whole: GroupFacts, verb: string): boolean {
  const outer = whole.group.things.filter((thing) => thing.startsWith(`${verb} #`));
  return part.group.things.some((thing) => outer.some((prefix) => thing.startsWith(`${prefix}/`)));
}

/** An operation that finds what does not exist finds a resource that was never created. */
function findsEverything({ group, operations }: GroupFacts, effect: GroupFacts): boolean {
  const isFound = group.things.some((thing) => thing.startsWith("accepts path "));
  return isFound && isSubset(effect.shownBy, operations);
}

/** An operation that finds what does not exist has nothing right to show. */
function describesUnknown({ group, operations }: GroupFacts, effect: GroupFacts): boolean {
  if (effect.check === "error" || effect.check === "status" || !judgesForm(effect.check)) return false;
  const isFound = ({ finding }: Sighting) => {
    const part = finding?.about.invented;
    return part !== undefined && group.things.includes(`accepts ${part}`);
  };
  return isSubset(effect.operations, operations) && effect.group.sightings.every(isFound);
}

/** An invalid value that was accepted is shown by later responses about resources of the same collection. */
function storesInvalid({ accepted }: GroupFacts, effect: GroupFacts): boolean {
  return effect.group.sightings.every((sighting) => shownPlaces(sighting).some((place) => accepted.has(place)));
}

/** Pages of a wrong size, or at a wrong place, have other items, and end elsewhere. */
function explainsPages(cause: GroupFacts, effect: GroupFacts, isWithin: boolean): boolean {
  if (!isSubset(effect.operations, cause.operations)) return false;
  const certain: readonly ListFeature[] = hasCursor(cause) ? ["items", "more items"] : ["items"];
  const possible: readonly ListFeature[] = cause.features.has("page size")
    ? ["cursor", "backward cursor", "more items", "default page size"]
    : cause.features.has("more items")
      ? ["default page size"]
      : [];
  const isOf = (features: readonly ListFeature[]) =>
    [...effect.features].every((feature) => features.includes(feature));
  return !cause.features.has("items") && (isOf(certain) || (isWithin && isOf([...certain, ...possible])));
}

function hasCursor({ features }: GroupFacts): boolean {
  return features.has("cursor") || features.has("backward cursor");
}

function isSubset(inner: ReadonlySet<string>, outer: ReadonlySet<string>): boolean {
  return [...inner].every((item) => outer.has(item));
}

function meets(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return [...left].some((item) => right.has(item));
}
