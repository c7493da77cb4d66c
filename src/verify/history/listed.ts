import type { JsonObject } from "#openapi/document/document.js";
import { resourceListedBy } from "#statements/resources/find-resources.js";
import { identifierIn } from "#statements/resources/identifying-values.js";
import type { JournalEntry } from "../journal/journal.js";
import type { Contract } from "../model/contract.js";
import { isSuccess } from "../model/request/exchange.js";
import { methodOf } from "../model/request/request-spec.js";
import { itemsOf } from "../relations/list-items.js";
import { isOwnEntry, type OwnEntry } from "../resources/ledger/entry.js";
import type { Ledger } from "../resources/ledger/ledger.js";

/** An item of a list with the identifier of a resource of the run, which may belong to another list. */
export interface ListedItem {
  own: OwnEntry;
  item: JsonObject;
}

/** The items of a list that have the identifiers of created resources. An empty list for any other response. */
export function listedItems(contract: Contract, ledger: Ledger, { request, exchange }: JournalEntry): ListedItem[] {
  const isRead = methodOf(request) === "get" && isSuccess(exchange);
  const resource = isRead ? resourceListedBy(contract, request.operation) : undefined;
  if (!resource?.list) return [];
  const byValue = new Map<string, OwnEntry[]>();
  for (const entry of ledger.entries) {
    if (entry.resource !== resource || !isOwnEntry(entry)) continue;
    const value = nameOf(entry.identity.value);
    byValue.set(value, [...(byValue.get(value) ?? []), entry]);
  }
  if (byValue.size === 0) return [];
  return itemsOf(resource.list, exchange).flatMap((item) => {
    const values = resource.identifiers().flatMap((identifier) => identifierIn(item, identifier) ?? []);
    const all = values.flatMap((value) => byValue.get(nameOf(value)) ?? []);
    return [...new Set(all)].map((own) => ({ own, item }));
  });
}

/** Case is ignored: UUIDs have none (RFC 9562, 4). */
function nameOf(value: string | number | bigint): string {
  return String(value).toLowerCase();
}
