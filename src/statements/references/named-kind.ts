import type { Resource } from "#statements/resources/resource.js";

/** A resource, and the names by which the fields of other resources refer to it. */
export interface NamedKind {
  resource: Resource;
  /** The path segment before its parameter, as a singular: `pet` of `/pets/{petId}`. */
  noun: string;
  /** The name of its parameter. */
  parameter: string;
  /** Whether its parameter names a resource of another collection: `/sort/{collection}` beside `/collections/{id}`. */
  isOfOther: boolean;
}
