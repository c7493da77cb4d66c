import { oncePer } from "#openapi/document/once-per.js";
import type { Operation } from "#openapi/operations/operation.js";
import { singularOf } from "#statements/names.js";
import { kindsNamed } from "#statements/references/names-of-resources.js";
import { resourcesOf } from "#statements/resources/find-resources.js";
import { pathKey, pathParameters, resourcePaths, withoutSlash } from "#statements/resources/path-parameters.js";
import { creatingOperation, type Resource } from "#statements/resources/resource.js";
import type { Contract } from "#verify/model/contract.js";

/** Two resources in one path: `PUT /teams/{team}/members/{person}` links a team with a person. */
export interface PathLink {
  /** The resource that has the links: `/teams/{}`. */
  around: Resource;
  /** The kinds that the last value may name, which have collections of their own: `/people/{}`. */
  linked: readonly Resource[];
  /** The path segment of the collection of links: `members`. */
  collection: string;
}

const METHODS = ["post", "put", "delete"];

/**
 * The resources between which an operation makes a link, or removes it. The last value of its path has the name of a kind
 * that is created elsewhere. Undefined if the path is that of something with a creation of its own.
 */
export function pathLinkOf(contract: Contract, operation: Operation): PathLink | undefined {
  return linksOf(contract)(operation);
}

const linksOf = oncePer((contract: Contract) => oncePer((operation: Operation) => findLink(contract, operation)));

function findLink(contract: Contract, operation: Operation): PathLink | undefined {
  const { path, method } = operation;
  const [outer, inner] = resourcePaths(path).slice(-2);
  const parameter = pathParameters(operation).at(-1);
  if (!METHODS.includes(method) || outer === undefined || inner !== withoutSlash(path) || !parameter) return undefined;
  const resources = resourcesOf(contract);
  const around = resources.get(pathKey(outer));
  const [collection = "", ...more] = withoutSlash(path)
    .slice(outer.length + 1)
    .split("/")
    .slice(0, -1);
  if (!around || more.length > 0 || resources.get(pathKey(path))?.create) return undefined;
  const names = [parameter.name, singularOf(collection)];
  const kinds = names.flatMap((name) => kindsNamed(contract, name)).map(({ resource }) => resource);
  const linked = [...new Set(kinds)].filter(
    (kind) => kind.position === 0 && kind !== around && creatingOperation(kind),
  );
  return linked.length > 0 ? { around, linked, collection } : undefined;
}
