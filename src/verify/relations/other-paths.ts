import { oncePer } from "#openapi/document/once-per.js";
import { resourcesOf, shownFields } from "#statements/resources/find-resources.js";
import type { Resource } from "#statements/resources/resource.js";
import type { Contract } from "../model/contract.js";
import { groupBy } from "../model/group-by.js";

/** The resources that may have other paths, and those paths. */
interface OtherPaths {
  /** By the resource that is created. */
  ofCreated: ReadonlyMap<Resource, readonly Resource[]>;
  /** By the resource of the other path. */
  created: ReadonlyMap<Resource, readonly Resource[]>;
}

/**
 * The other paths of a resource that is created. They have no creation, and a read there responds with the same fields. A
 * note that `POST /notes` creates may be found at `/notes/by-key/{key}` as well as at `/notes/{id}`. Only a response shows
 * whether it is.
 */
export function otherPathsOf(contract: Contract, resource: Resource): readonly Resource[] {
  return pathsOf(contract).ofCreated.get(resource) ?? [];
}

/** The resources that are created, and whose other path may be this one. */
export function createdForPath(contract: Contract, resource: Resource): readonly Resource[] {
  return pathsOf(contract).created.get(resource) ?? [];
}

const pathsOf = oncePer((contract: Contract): OtherPaths => {
  const resources = [...resourcesOf(contract).values()];
  const fieldsOf = ({ create, retrieve }: Resource) => {
    const shows = create ?? retrieve;
    return shows ? shownFields(contract.document, shows) : "";
  };
  const created = groupBy(
    resources.filter(({ create, isCreatedElsewhere }) => create && !isCreatedElsewhere),
    fieldsOf,
  );
  const pairs = resources.flatMap((resource): [Resource, Resource][] => {
    const fields = resource.create ? "" : fieldsOf(resource);
    const alike = fields === "" ? [] : (created.get(fields) ?? []);
    return alike.filter((other) => isBelowSame(resource, other)).map((other) => [resource, other]);
  });
  const map = (from: 0 | 1, to: 0 | 1) =>
    new Map([...groupBy(pairs, (pair) => pair[from])].map(([key, group]) => [key, group.map((pair) => pair[to])]));
  return { ofCreated: map(1, 0), created: map(0, 1) };
});

/** Whether the parameters before the last one are those with which the path of another resource begins. */
function isBelowSame({ key, position }: Resource, other: Resource): boolean {
  const segments = other.key.split("/");
  const own = key.split("/");
  const end = own.findIndex((segment, index) => segment !== segments[index]);
  return own.slice(0, end < 0 ? own.length : end).filter((segment) => segment === "{}").length >= position;
}
