/**
 * The member that takes the place of a `$ref` that leads nowhere, and has the reference. Such a schema admits anything, so it does not
 * count as tested.
 */
export const UNRESOLVED = "x-unresolved-reference";
