import { type Exchange, isGone, isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import type { Actor } from "./actions/actions.js";
import { expectSameItem, isListedIn, itemsFor, type Listing, readListing } from "./listing.js";
import type { Neighbor } from "./neighbor.js";
import { failCreated, retrieveSettled, warnOfCreated } from "./retrieve.js";
import { unknownTo } from "./updates/updates.js";

/**
 * Deletes a created resource: then it is not found, or it differs, or it has left the list, because some servers only mark it
 * as deleted. A second deletion is rejected.
 *
 * @param wasListed whether the list had it before
 * @returns whether it was deleted
 */
export async function expectDeletion(
  context: CaseContext,
  { created, neighbor }: Actor,
  wasListed: boolean,
): Promise<boolean> {
  const { remove } = created.resource;
  const request = remove && resourceRequest(context, remove, created.path);
  if (!request) return false;
  const before = await retrieveSettled(context, created, isSuccess);
  const body = before && isSuccess(before) ? before.body : undefined;
  const deleted = await context.send(request);
  await context.check(request, anyResponse(remove, `${created.create.id} created the resource`), deleted);
  if (isGone(deleted) && body !== undefined) {
    await failCreated(context, created, unknownTo(created, remove, deleted), deleted);
    return false;
  }
  if (!isSuccess(deleted)) return false;
  const isDeleted = (exchange: Exchange) => !isSuccess(exchange) || exchange.body !== body;
  const after = await retrieveSettled(context, created, isDeleted);
  // It is done later (RFC 9110, 15.3.3).
  if (deleted.status === 202) return true;
  const remains = wasListed ? await settledListing(context, created) : undefined;
  const isUnlisted = remains !== undefined && isListedIn(remains, created) === false;
  if (after && !isDeleted(after) && !isUnlisted) {
    const message = `${remove.id} succeeded, but the resource still exists`;
    const facts = { message, expected: "404 or 410", received: `${after.status} ${after.body}`, operation: remove.id };
    await failCreated(context, created, facts, after);
    return true;
  }
  if (after && isGone(after) && remains) expectUnlisted(context, created, remains);
  if (remains && neighbor) expectSameNeighbor(context, neighbor, remains);
  const again = await context.send(request);
  await context.check(request, anyResponse(remove, "it was already deleted"), again);
  const isDocumented = remove.responses.some(({ status }) => status === "404" || status === "410");
  if (isSuccess(again) && isDocumented && after && isGone(after)) {
    const message = `${remove.id} succeeds a second time, although the resource is gone`;
    const facts = { message, expected: "404 or 410", received: String(again.status), operation: remove.id };
    warnOfCreated(context, created, facts, again);
  }
  return true;
}

/** Reads the list until it does not have a deleted resource any more, or the target's time to settle is over. */
function settledListing(context: CaseContext, created: Created): Promise<Listing | undefined> {
  return context.settle(
    () => readListing(context, created),
    (listing) => listing === undefined || isListedIn(listing, created) !== true,
  );
}

/** A deleted resource leaves its list. Lists of some servers have deleted items for a time, so this is only a warning. */
function expectUnlisted(context: CaseContext, created: Created, listing: Listing): void {
  const { list, retrieve } = created.resource;
  if (isListedIn(listing, created) !== true || !list || !retrieve) return;
  const message = `${list.operation.id} lists a deleted resource, which ${retrieve.id} does not find`;
  const expected = `no item with ${JSON.stringify(created.value)} at ${created.identifier.pointer}`;
  const facts = { message, expected, received: "the item", operation: list.operation.id };
  warnOfCreated(context, created, facts, listing.exchange);
}

/** The list shows the neighbor as its own `GET` does, after the actions on it. */
function expectSameNeighbor(context: CaseContext, { created, shown }: Neighbor, listing: Listing): void {
  const [item] = itemsFor(listing, created);
  if (item) expectSameItem(context, created, { item, known: shown, exchange: listing.exchange });
}
