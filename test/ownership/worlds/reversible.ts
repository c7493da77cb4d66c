/** An operation, by its method and its path. */
export interface Place {
  method: string;
  path: string;
}

const PARAMETER = /\/\{[^{}/]+\}$/;

/**
 * Whether an operation creates what another operation of the same document removes: POST to a collection whose items have a DELETE,
 * or PUT to an item that has one.
 */
export function isReversible({ method, path }: Place, operations: readonly Place[]): boolean {
  const removals = operations.filter((other) => other.method === "delete" && PARAMETER.test(other.path));
  if (method === "post") return removals.some((removal) => removal.path.replace(PARAMETER, "") === path);
  return method === "put" && removals.some((removal) => removal.path === path);
}
