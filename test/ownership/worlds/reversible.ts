/** An operation, by its method and its path. */
export interface Place {
  method: string;
  path: string;
}

/** The identifier at the end of a path, and the slash that may follow it. */
const PARAMETER = /\{[^{}/]+\}\/?$/;

/**
 * Whether an operation creates what another operation of the same document removes: POST to a collection whose items have a DELETE,
 * or PUT to an item that has one.
 */
export function isReversible({ method, path }: Place, operations: readonly Place[]): boolean {
  const removals = operations.filter((other) => other.method === "delete" && PARAMETER.test(other.path));
  const collectionOf = (removal: Place) => removal.path.replace(PARAMETER, "").replace(/\/$/, "");
  if (method === "post") return removals.some((removal) => collectionOf(removal) === path.replace(/\/$/, ""));
  return method === "put" && removals.some((removal) => removal.path === path);
}
