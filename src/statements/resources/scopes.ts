import type { Operation } from "#openapi/operations/operation.js";
import { resourceOf } from "./find-resources.js";
import { pathParameters } from "./path-parameters.js";
import type { DocumentOperations, Resource } from "./resource.js";

/**
 * Whether a resource is only the place of others, as the company of `/c/{company_id}/clients` is. A list shows it, and the
 * document can neither create nor read, change or delete it. Everything that the API has is in one.
 */
function isScope({ position, list, create, retrieve, replace, update, remove }: Resource): boolean {
  const own = [create, retrieve, replace, update, remove];
  return position === 0 && list !== undefined && own.every((operation) => operation === undefined);
}

/** The scope that an operation is in, if its path begins with one; undefined for any other operation. */
export function scopeOf(contract: DocumentOperations, operation: Operation): Resource | undefined {
  const [first] = pathParameters(operation);
  const resource = first && resourceOf(contract, operation, first);
  return resource && isScope(resource) ? resource : undefined;
}
