import { oncePer } from "#openapi/document/once-per.js";
import { resourcesOf } from "#statements/resources/find-resources.js";
import type { Resource } from "#statements/resources/resource.js";
import type { Contract } from "#verify/model/contract.js";

/** A resource, and the segments of its path, without the empty one before the first slash. */
export interface AddressedResource {
  resource: Resource;
  segments: readonly string[];
}

/** A resource with its place among those of the document. */
type Placed = AddressedResource & { order: number };

/**
 * The resources to which an address may lead, in the order of the document. The address has their last literal segment at
 * the same place. A run looks at thousands of addresses, and a document may have hundreds of resources.
 */
export function likelyResources(contract: Contract, address: readonly string[]): AddressedResource[] {
  const known = byLastLiteral(contract);
  const withoutLiteral = known.get("") ?? [];
  const likely = address.flatMap((segment, index) => known.get(keyOf(address.length - index, segment)) ?? []);
  return [...withoutLiteral, ...likely].toSorted((one, other) => one.order - other.order);
}

/** The resources of each document by their last literal segments. */
const byLastLiteral = oncePer((contract: Contract): ReadonlyMap<string, readonly Placed[]> => {
  const known = new Map<string, Placed[]>();
  for (const [order, resource] of [...resourcesOf(contract).values()].entries()) {
    const segments = resource.key.split("/").slice(1);
    const index = segments.findLastIndex((segment) => segment !== "{}");
    const key = index < 0 ? "" : keyOf(segments.length - index, segments[index] ?? "");
    known.set(key, [...(known.get(key) ?? []), { resource, segments, order }]);
  }
  return known;
});

/** @param fromEnd the place of the segment: 1 for the last one */
function keyOf(fromEnd: number, segment: string): string {
  return `${fromEnd} ${segment}`;
}
