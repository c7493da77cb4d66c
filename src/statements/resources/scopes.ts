import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { resourceOf } from "./find-resources.js";
import { pathKey, pathParameters } from "./path-parameters.js";
import type { DocumentOperations, Resource } from "./resource.js";

/** The place of all resources that operations change. */
export interface Scope {
  resource: Resource;
  /**
   * Whether it is a place only where the list shows one alone, such as the server `localhost`. The document can read it, so
   * several may be the things of several people.
   */
  isSole: boolean;
}

/**
 * Whether a resource is only the place of others, as the company of `/c/{company_id}/clients` is. A list shows it, and the
 * document can neither create nor change or delete it. Everything that the API has is in one.
 */
function isScope({ position, list, create, replace, update, remove }: Resource): boolean {
  return position === 0 && list !== undefined && [create, replace, update, remove].every((own) => own === undefined);
}

/** Whether all that a path names, and that operations change, is below a resource. */
function hasAllWrites({ operations }: DocumentOperations, { key }: Resource): boolean {
  const writes = operations.filter((operation) => !isSafe(operation) && pathParameters(operation).length > 0);
  return writes.every(({ path }) => pathKey(path).startsWith(`${key}/`));
}

/** The scope that an operation is in, if its path begins with one; undefined for any other operation. */
export function scopeOf(contract: DocumentOperations, operation: Operation): Scope | undefined {
  const [first] = pathParameters(operation);
  const resource = first && resourceOf(contract, operation, first);
  if (!resource || !isScope(resource)) return undefined;
  const isSole = resource.retrieve !== undefined;
  return isSole && !hasAllWrites(contract, resource) ? undefined : { resource, isSole };
}
