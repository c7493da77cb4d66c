import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { resourceIn } from "#statements/resources/envelope.js";
import type { JournalEntry } from "../../journal/journal.js";
import { isSuccess, jsonOf } from "../../model/request/exchange.js";
import { namedAddresses } from "../../resources/address.js";
import type { OwnEntry } from "../../resources/ledger/entry.js";
import { hasItsText } from "../../resources/ledger/proof.js";
import { broken } from "../../rules/sentence.js";
import { aboutResource, type HistoryFinding, type HistoryRule, type UnshownChange } from "../history-rule.js";

/**
 * A deleted resource is not found, and leaves every list that had it, or it shows that it is deleted. Nothing is said of one
 * that has changed.
 */
export function shownRemoved(): HistoryRule {
  /** The items of lists before a deletion, by the operation. */
  const items = new Map<OwnEntry, Map<string, JsonObject>>();
  /** The resources that their own `GET` showed before a deletion, by their addresses. */
  const read = new Map<string, { own: OwnEntry; shown: JsonObject }>();
  const removalBefore = ({ begun }: JournalEntry, own: OwnEntry): UnshownChange | undefined =>
    own.removedAt !== undefined && !own.isRemovedWith && begun > own.removedAt
      ? { of: own, since: own.removedAt }
      : undefined;
  const remainingOf = (entry: JournalEntry): HistoryFinding[] | undefined => {
    const { request, exchange } = entry;
    const address = namedAddresses(request.operation, request.parameters).at(-1);
    const before = address === undefined || request.credential !== undefined ? undefined : read.get(address);
    if (!before || request.operation !== before.own.resource.retrieve || !isSuccess(exchange)) return undefined;
    const { own, shown } = before;
    const { remove } = own.resource;
    const unshown = removalBefore(entry, own);
    if (!remove || !unshown) return undefined;
    if (!isDeepStrictEqual(resourceIn(jsonOf(exchange), own.identity), shown) || !hasItsText(own, shown))
      return undefined;
    const facts = { ...broken("deleted-resource-remains", { operation: remove.id }), expected: "404 or 410" };
    return [{ ...aboutResource(own, entry, { ...facts, operation: remove.id }), unshown }];
  };
  return {
    note(entry, { listed, sightings }) {
      const { operation } = entry.request;
      for (const { own, shown, isListed } of sightings) if (shown && !isListed) read.set(own.address, { own, shown });
      const remaining = remainingOf(entry);
      if (remaining) return remaining;
      for (const { own, item } of listed) {
        const { remove } = own.resource;
        if (!remove || !hasItsText(own, item)) continue;
        const before = items.get(own) ?? new Map<string, JsonObject>();
        items.set(own, before);
        if (!own.isRemoved) before.set(operation.id, item);
        const unshown = removalBefore(entry, own);
        if (!unshown || !isDeepStrictEqual(before.get(operation.id), item)) continue;
        const { value, identifier } = own.identity;
        const facts = {
          ...broken("deleted-item-listed", { operation: remove.id, list: operation.id }),
          expected: `no item with ${jsonText(value)} at ${identifier.pointer}`,
          received: "the item",
          operation: remove.id,
        };
        return [{ ...aboutResource(own, entry, facts), unshown }];
      }
      return [];
    },
  };
}
