import type { Leftover } from "#verify/model/target/ownership.js";
import type { Item } from "./store.js";
import type { WorldOperation } from "./world.js";

/**
 * What a run left and did not name. A leftover names an item if it has the id or a sent text of it, or else stands for one item
 * that the same operation created.
 */
export function unnamedOf(
  left: readonly Item[],
  leftovers: readonly Leftover[],
  operations: readonly WorldOperation[],
): Item[] {
  const open = [...leftovers];
  const take = (fits: (leftover: Leftover) => boolean): boolean => {
    const index = open.findIndex(fits);
    if (index >= 0) open.splice(index, 1);
    return index >= 0;
  };
  const withoutText = left.filter((item) => !take(({ resource }) => hasTextOf(resource, item)));
  return withoutText.filter((item) => !take(({ operation }) => isBy(operation, item, operations)));
}

function hasTextOf(resource: string, { id, data }: Item): boolean {
  const parts = decodeURIComponentOr(resource).split(/[^\p{L}\p{N}_@.-]+/u);
  const texts = Object.values(data).filter((value) => typeof value === "string" && value.length > 5);
  return parts.includes(id) || texts.some((text) => typeof text === "string" && resource.includes(text));
}

function isBy(operation: string, { by }: Item, operations: readonly WorldOperation[]): boolean {
  const creating = operations.find(({ method, path }) => `${method.toUpperCase()} ${path}` === by);
  return operation === by || (creating?.operationId !== undefined && operation === creating.operationId);
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
