import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";

/**
 * The operations that a team allows for a server of its own: POST, and changes of what a path names. Changes of a whole
 * collection are not among them.
 */
export function ownOperations(operations: readonly Operation[]): ReadonlySet<string> {
  const own = operations.filter(
    (operation) => !isSafe(operation) && (operation.method === "post" || operation.path.includes("{")),
  );
  return new Set(own.map(({ id }) => id));
}
