import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { OwnEntry } from "../resources/ledger/entry.js";
import { hasItsText } from "../resources/ledger/proof.js";
import { broken } from "../rules/sentence.js";
import { aboutResource, type HistoryRule } from "./history-rule.js";

/**
 * A deleted resource leaves every list that had it, or its item shows that it is deleted. Lists of some servers have deleted items for a
 * time, so nothing is said within the time in which the target settles, or of an item that has changed.
 *
 * @param settle milliseconds in which a change has to show
 */
export function shownRemoved(settle: number): HistoryRule {
  /** The items of lists before a deletion, by the operation. */
  const items = new Map<OwnEntry, Map<string, JsonObject>>();
  return {
    note(entry, { listed }) {
      const { operation } = entry.request;
      for (const { own, item } of listed) {
        const { remove } = own.resource;
        if (!remove || !hasItsText(own, item)) continue;
        const before = items.get(own) ?? new Map<string, JsonObject>();
        items.set(own, before);
        if (!own.isRemoved) before.set(operation.id, item);
        const isLate = own.removedAt !== undefined && entry.begun > own.removedAt + settle;
        if (!isLate || !isDeepStrictEqual(before.get(operation.id), item)) continue;
        const { value, identifier } = own.identity;
        const facts = {
          ...broken("deleted-item-listed", { operation: remove.id, list: operation.id }),
          expected: `no item with ${jsonText(value)} at ${identifier.pointer}`,
          received: "the item",
          operation: remove.id,
        };
        return [aboutResource(own, entry, facts)];
      }
      return [];
    },
  };
}
