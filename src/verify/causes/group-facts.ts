import type { ListFeature } from "../model/finding/about.js";
import type { CheckId } from "../model/finding/kinds.js";
import type { Group } from "./groups.js";
import { BEHAVIOR, operationOf, rankOf, type Sighting } from "./sighting.js";
import { collectionOf, withoutKeyword } from "./things.js";

/** The facts of a group that decide which groups it explains. */
export interface GroupFacts {
  group: Group;
  check: CheckId | "error";
  isFailure: boolean;
  /** The order in which the checks of the group judge a server: its responses first, then its behavior. */
  rank: number;
  /** Whether it is a behavior, and not the form of a response. */
  isBehavior: boolean;
  cases: ReadonlySet<string>;
  operations: ReadonlySet<string>;
  collections: ReadonlySet<string>;
  fields: ReadonlySet<string>;
  foundBy: ReadonlySet<string>;
  features: ReadonlySet<ListFeature>;
  /** Whether a response, or its whole body, cannot be used. */
  isUnusable: boolean;
  /** The schemas and fields of invalid values that the server accepts, each with the collection of the request. */
  accepted: ReadonlySet<string>;
  /** The ids of the operations that show whether a resource exists. */
  shownBy: ReadonlySet<string>;
}

/** The facts of a group, read once: each is compared with many others. */
export function factsOf(group: Group): GroupFacts {
  const { sightings } = group;
  const about = sightings.flatMap(({ finding }) => finding?.about ?? []);
  const fields = new Set(about.flatMap((subject) => subject.fields ?? []));
  const [first] = sightings;
  const check = first?.finding?.check ?? "error";
  const rank = first ? rankOf(first) : BEHAVIOR;
  return {
    group,
    check,
    isFailure: first?.severity === "failure",
    rank,
    isBehavior: rank === BEHAVIOR,
    cases: new Set(sightings.map(({ result }) => result.name)),
    operations: new Set(sightings.map(operationOf)),
    collections: new Set(sightings.map(({ result }) => collectionOf(result.path))),
    fields,
    foundBy: new Set(about.flatMap((subject) => subject.foundBy ?? [])),
    features: new Set(about.flatMap(({ list }) => list ?? [])),
    isUnusable: check === "error" || check === "media-type" || fields.has("") || sightings.some(isOfValidRequest),
    accepted: new Set(sightings.flatMap(acceptedPlaces)),
    shownBy: new Set(sightings.map(({ finding }) => finding?.about.shownBy ?? "")),
  };
}

/** The schema of an invalid value that was accepted, and its field, each with the collection of the request. */
function acceptedPlaces({ result, finding }: Sighting): string[] {
  const { about, place = "" } = finding ?? {};
  if (about?.wanted !== "rejection" || about.fault?.part !== "body" || (about.status ?? 0) >= 300) return [];
  const schema = withoutKeyword(place);
  const field = /\/properties\/([^/]+)$/.exec(schema)?.[1];
  const collection = collectionOf(result.path);
  return [`${collection} ${schema}`, ...(field === undefined ? [] : [`${collection} ${field}`])];
}

/** The places at which a response shows an invalid value, as `accepted` of a group has them. */
export function shownPlaces({ result, finding }: Sighting): string[] {
  const { about, place = "" } = finding ?? {};
  const collection = collectionOf(result.path);
  return [withoutKeyword(place), ...(about?.fields ?? [])].map((shown) => `${collection} ${shown}`);
}

/** Whether a request that the contract allows got a wrong status. */
export function isOfValidRequest({ finding }: Sighting): boolean {
  return finding?.check === "status" && finding.about.fault === undefined && finding.about.wanted !== "rejection";
}
