import type { ListFeature } from "../model/finding/about.js";
import type { CheckId } from "../model/finding/kinds.js";
import type { Group } from "./groups.js";
import { BEHAVIOR, rankOf, type Sighting } from "./sighting.js";
import { collectionOf } from "./things.js";

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
  /** The schemas of invalid parts of requests that the server accepts. */
  acceptedSchemas: readonly string[];
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
    acceptedSchemas: group.things.flatMap((thing) => /^accepts (#.*)$/.exec(thing)?.[1] ?? []),
    shownBy: new Set(sightings.map(({ finding }) => finding?.about.shownBy ?? "")),
  };
}

/** The names of fields that schemas describe. */
export function fieldsOf(schemas: readonly string[]): string[] {
  return schemas.flatMap((schema) => /\/properties\/([^/]+)$/.exec(schema)?.[1] ?? []);
}

function operationOf({ result, finding, error }: Sighting): string {
  return finding?.about.operation ?? error?.silent ?? result.operation;
}

/** Whether a request that the contract allows got a wrong status. */
function isOfValidRequest({ finding }: Sighting): boolean {
  return finding?.check === "status" && finding.about.fault === undefined && finding.about.wanted !== "rejection";
}
