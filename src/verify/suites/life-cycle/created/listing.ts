import type { JsonObject } from "#openapi/document/document.js";
import { hiddenWhenListed } from "#statements/list-items.js";
import { resourceIn } from "#statements/resources/envelope.js";
import { listingOf } from "#statements/resources/resource.js";
import {
  isListed,
  isListedIn,
  isListedOnce,
  itemsFor,
  type ListedResource,
  listedAsSent,
  listedAsShown,
  newInOrder,
} from "#verify/judges/life-cycle/listed.js";
import { type Exchange, isPostponed, jsonOf } from "#verify/model/request/exchange.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { Created } from "#verify/resources/created/created.js";
import { type Listing, readListOf } from "#verify/resources/lists/read-list.js";

/**
 * A created resource is listed, once, and the list shows it as its own `GET` does.
 *
 * @param shown the resource; undefined if the document has no `GET` for it
 * @returns the list that has it; undefined if none has
 */
export async function expectListed(
  context: CaseContext,
  created: Created,
  shown: JsonObject | undefined,
): Promise<Listing | undefined> {
  const listing = await readListOf(context, created, { isWanted: (read) => isListedIn(read, created) !== false });
  const list = listingOf(created.resource);
  if (!listing || !list || isPostponed(created.exchange)) return undefined;
  const own = itemsFor(listing, created);
  context.judge(isListed(created, list.operation, listing));
  if (own.length === 0) return undefined;
  context.judge(newInOrder(created, listing));
  context.judge(isListedOnce(created, listing));
  const known = shown ?? resourceIn(jsonOf(created.exchange), created);
  const [item] = own;
  const { exchange } = listing;
  if (known && item && own.length === 1) expectListedAsShown(context, created, { item, known, exchange });
  return listing;
}

/** An item of a list has the values that other responses show. */
export function expectListedAsShown(context: CaseContext, created: Created, listed: ListedResource): void {
  const list = listingOf(created.resource);
  if (!list) return;
  const hidden = hiddenWhenListed(context.contract.document, list);
  context.judge(listedAsShown(created, list.operation, listed, hidden));
}

/** An item of a list has the values that were sent to create it, and that no other response shows. */
export function expectListedAsSent(context: CaseContext, created: Created, item: JsonObject, exchange: Exchange): void {
  const list = listingOf(created.resource);
  if (!list) return;
  const hidden = hiddenWhenListed(context.contract.document, list);
  context.judge(listedAsSent(created, list.operation, { item, exchange }, hidden));
}
