import type { JsonObject } from "#openapi/document/document.js";
import { deletesForGood } from "#statements/cascades.js";
import { listingOf } from "#statements/resources/resource.js";
import { remainingResource, remains, secondDeletion, shownUnlisted } from "#verify/judges/life-cycle/deletion.js";
import { missedResource } from "#verify/judges/life-cycle/found.js";
import {
  isListedIn,
  isUnlisted,
  itemsFor,
  keepsCount,
  type ReadTwice,
  uncountedItem,
} from "#verify/judges/life-cycle/listed.js";
import { type Exchange, hasTakenEffect, isGone, isPostponed, isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import { type Listing, readListOf } from "#verify/resources/lists/read-list.js";
import { retrievalOf } from "#verify/resources/relation-check.js";
import type { Actor } from "../actions/actions.js";
import { expectListedAsShown } from "../created/listing.js";
import type { Neighbor } from "../created/neighbor.js";
import { relatedEffect, retrieveCreated } from "../created/retrieve.js";

/**
 * Deletes a created resource. Then it is not found, it differs, or it has left the list. Some servers only mark it as
 * deleted. A second deletion is rejected.
 *
 * @returns undefined if it was not deleted
 * @throws Skipped if the target does not show the resource before, or rejects or postpones its deletion
 */
export async function expectDeletion(context: CaseContext, { created, neighbor }: Actor): Promise<Deleted | undefined> {
  const { remove } = created.resource;
  const request = remove && resourceRequest(context, remove, created.path);
  if (!request) return undefined;
  const before = await shownBefore(context, created);
  const deleted = await context.send(request);
  await context.check(request, anyResponse(remove, `${created.create.id} created the resource`), deleted);
  if (isGone(deleted) && before.exchange) {
    const effect = await relatedEffect(context, created);
    context.judge([missedResource(effect, created, remove, deleted)]);
    return undefined;
  }
  if (!isSuccess(deleted)) throw new Skipped(`the target rejected the deletion with ${deleted.status}`);
  const isForGood = deletesForGood(remove);
  const isDeleted = (exchange: Exchange) => (isForGood ? !isSuccess(exchange) : !remains(before.exchange, exchange));
  const after = await retrieveCreated(context, created, isDeleted);
  const listing = before.item
    ? await readListOf(context, created, { isWanted: (read) => isListedIn(read, created) !== true })
    : undefined;
  const left = listing && isListedIn(listing, created) === false;
  if (after && !isDeleted(after) && (!left || isForGood)) {
    // It is done later (RFC 9110, 15.3.3).
    if (isPostponed(deleted)) throw new Skipped("the target accepted the deletion, and has not done it yet");
    context.judge([remainingResource(await relatedEffect(context, created), remove, deleted, after)]);
    context.resources.noteLasting(created.resource.key);
    return {};
  }
  if (isPostponed(deleted)) return {};
  if (after && left) context.judge(shownUnlisted(created, remove, before.exchange, after));
  const list = listingOf(created.resource)?.operation;
  if (listing && list && (!after || isGone(after))) {
    context.judge(isUnlisted(created, { list, remove }, before.item, listing));
  }
  if (listing && neighbor) expectSameNeighbor(context, neighbor, listing);
  const readings = listing && left && before.listing ? { before: before.listing, after: listing } : undefined;
  // A soft-deleted id may be reused.
  if (!(await context.prepare(request))) return { readings };
  const again = await context.send(request);
  await context.check(request, anyResponse(remove, "it was already deleted"), again);
  const isUnseen = after ? isGone(after) : left === true;
  if (isUnseen) context.judge(secondDeletion(created, remove, again));
  return { readings };
}

/** A resource that was deleted, and its list before and after that (default: the list does not show it). */
interface Deleted {
  readings?: ReadTwice | undefined;
}

/** A resource as the target shows it: the response to its `GET`, and its item of the list. */
interface ShownBefore {
  exchange: Exchange | undefined;
  item: JsonObject | undefined;
  listing: Listing | undefined;
}

/** @throws Skipped if the target does not show the resource: then its absence would prove nothing */
async function shownBefore(context: CaseContext, created: Created): Promise<ShownBefore> {
  const exchange = await retrieveCreated(context, created, isSuccess);
  if (exchange && (!isSuccess(exchange) || retrievalOf(context, created.resource, created, exchange) === "other")) {
    throw new Skipped("the target does not show the created resource before its deletion");
  }
  const listing = await readListOf(context, created);
  const [item] = listing ? itemsFor(listing, created) : [];
  if (!exchange && !item) throw new Skipped("the target does not list the created resource before its deletion");
  return { exchange, item, listing };
}

/** The list shows the neighbor as its own `GET` does, after the actions on it. */
function expectSameNeighbor(context: CaseContext, { created, shown }: Neighbor, listing: Listing): void {
  const [item] = itemsFor(listing, created);
  if (item) expectListedAsShown(context, created, { item, known: shown, exchange: listing.exchange });
}

/**
 * The list does not count the deleted resource. If it seems to do so, another deletion decides.
 *
 * @param first the list before and after the first deletion
 * @param later another resource of the kind, which may be deleted
 */
export async function expectUncounted(
  context: CaseContext,
  created: Created,
  first: ReadTwice,
  later: Created,
): Promise<void> {
  const { document } = context.contract;
  const list = listingOf(created.resource)?.operation;
  const { remove } = created.resource;
  const request = remove && resourceRequest(context, remove, later.path);
  if (!list || !request || !keepsCount(document, list, first) || !(await context.prepare(request))) return;
  const before = await readListOf(context, later);
  const deleted = await context.send(request);
  if (!before || !hasTakenEffect(deleted)) return;
  const after = await readListOf(context, later, { isWanted: (read) => isListedIn(read, later) !== true });
  if (after) context.judge(uncountedItem(created, { document, list, remove }, [first, { before, after }]));
}
