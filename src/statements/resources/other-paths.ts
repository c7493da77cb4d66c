import { oncePer } from "#openapi/document/once-per.js";
import { append, resourcesOf, shownFields } from "./find-resources.js";
import type { DocumentOperations, Resource } from "./resource.js";

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
export function otherPathsOf(contract: DocumentOperations, resource: Resource): readonly Resource[] {
  return pathsOf(contract).ofCreated.get(resource) ?? [];
}

/** The resources that are created, and whose other path may be this one. */
export function createdForPath(contract: DocumentOperations, resource: Resource): readonly Resource[] {
  return pathsOf(contract).created.get(resource) ?? [];
}

const pathsOf = oncePer((contract: DocumentOperations): OtherPaths => {
  const resources = [...resourcesOf(contract).values()];
  const fieldsOf = ({ create, retrieve }: Resource) => {
    const shows = create ?? retrieve;
    return shows ? shownFields(contract.document, shows) : "";
  };
  const byFields = new Map<string, Resource[]>();
  for (const resource of resources) {
    if (resource.create && !resource.isCreatedElsewhere) append(byFields, fieldsOf(resource), resource);
  }
  const [ofCreated, created] = [new Map<Resource, Resource[]>(), new Map<Resource, Resource[]>()];
  for (const resource of resources) {
    const fields = resource.create ? "" : fieldsOf(resource);
    for (const other of fields === "" ? [] : (byFields.get(fields) ?? [])) {
      if (!isBelowSame(resource, other)) continue;
      append(ofCreated, other, resource);
      append(created, resource, other);
    }
  }
  return { ofCreated, created };
});

/** Whether the parameters before the last one are those with which the path of another resource begins. */
function isBelowSame({ key, position }: Resource, other: Resource): boolean {
  const segments = other.key.split("/");
  const own = key.split("/");
  const end = own.findIndex((segment, index) => segment !== segments[index]);
  return own.slice(0, end < 0 ? own.length : end).filter((segment) => segment === "{}").length >= position;
}
