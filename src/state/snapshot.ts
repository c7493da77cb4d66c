import type { JsonObject } from "#openapi/document/document.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import { collectionOperations, type Family, itemOperation } from "./family.js";
import { filledPath } from "./filled-path.js";
import type { SeedData } from "./seed.js";
import type { Records } from "./store.js";

/** The resources of a tenant by their paths. */
export function snapshotOf(records: ReadonlyMap<Family, Records>): SeedData {
  const data: Record<string, JsonObject | JsonObject[]> = {};
  for (const [family, own] of records) {
    for (const stored of own.values()) {
      const collection = stored.collection;
      // Only the path of its own collection says to which resources it belongs.
      const operation = collectionOperations(family).find((path) => pathParameters(path).length === collection.length);
      const listed = family.identifiers.length > 0 || !family.resource ? operation : undefined;
      const path = listed
        ? filledPath(listed, collection)
        : filledPath(itemOperation(family) ?? { path: family.key }, [...stored.scope, stored.key]);
      const list = data[path];
      if (!listed) data[path] = stored.value;
      else if (Array.isArray(list)) list.push(stored.value);
      else data[path] = [stored.value];
    }
  }
  return data;
}
