import type { JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { responseFor } from "#openapi/operations/status.js";
import { listingOf } from "#statements/resources/resource.js";
import { differs } from "#verify/model/finding/compare.js";
import { type Exchange, isGone, isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import { type Listing, readListOf } from "#verify/resources/lists/read-list.js";
import { retrievalOf } from "#verify/resources/relation-check.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
import type { Actor } from "../actions/actions.js";
import { expectListedAsShown, isListedIn, itemsFor } from "../created/listing.js";
import type { Neighbor } from "../created/neighbor.js";
import { inferredEffect, relatedEffect, retrieveCreated } from "../created/retrieve.js";
import { unknownTo } from "../updates/updates.js";

/**
 * Deletes a created resource. Then it is not found, it differs, or it has left the list. Some servers only mark it as
 * deleted. A second deletion is rejected.
 *
 * @returns whether it was deleted
 * @throws Skipped if the target does not show the resource before, or rejects or postpones its deletion
 */
export async function expectDeletion(context: CaseContext, { created, neighbor }: Actor): Promise<boolean> {
  const { remove } = created.resource;
  const request = remove && resourceRequest(context, remove, created.path);
  if (!request) return false;
  const before = await shownBefore(context, created);
  const deleted = await context.send(request);
  await context.check(request, anyResponse(remove, `${created.create.id} created the resource`), deleted);
  if (isGone(deleted) && before.exchange) {
    failEffect(context, await relatedEffect(context, created), unknownTo(created, remove, deleted), deleted);
    return false;
  }
  if (!isSuccess(deleted)) throw new Skipped(`the target rejected the deletion with ${deleted.status}`);
  const isDeleted = (exchange: Exchange) => !isSuccess(exchange) || exchange.body !== before.exchange?.body;
  const after = await retrieveCreated(context, created, isDeleted);
  const remains = before.item
    ? await readListOf(context, created, { isWanted: (read) => isListedIn(read, created) !== true })
    : undefined;
  const left = remains && isListedIn(remains, created) === false;
  if (after && !isDeleted(after) && !left) {
    // It is done later (RFC 9110, 15.3.3).
    if (deleted.status === 202) throw new Skipped("the target accepted the deletion, and has not done it yet");
    const breach = broken("deleted-resource-remains", { operation: remove.id });
    const place = responseFor(remove, deleted.status)?.pointer ?? remove.pointer;
    const received = `${after.status} ${after.body}`;
    failEffect(
      context,
      await relatedEffect(context, created),
      { ...breach, place, expected: "404 or 410", received, operation: remove.id },
      after,
    );
    return true;
  }
  if (deleted.status === 202) return true;
  if (remains && (!after || isGone(after))) expectUnlisted(context, created, before.item, remains);
  if (remains && neighbor) expectSameNeighbor(context, neighbor, remains);
  // A soft-deleted id may be reused.
  if (!(await context.prepare(request))) return true;
  const again = await context.send(request);
  await context.check(request, anyResponse(remove, "it was already deleted"), again);
  const isDocumented = remove.responses.some(({ status }) => status === "404" || status === "410");
  if (isSuccess(again) && isDocumented && after && isGone(after)) {
    const breach = broken("deleted-twice", { operation: remove.id });
    const facts = { ...breach, expected: "404 or 410", received: String(again.status), operation: remove.id };
    failEffect(context, inferredEffect(created), { ...facts, place: remove.pointer }, again);
  }
  return true;
}

/** A resource as the target shows it: the response to its `GET`, and its item of the list. */
interface ShownBefore {
  exchange: Exchange | undefined;
  item: JsonObject | undefined;
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
  return { exchange, item };
}

/**
 * A deleted resource leaves its list, or the list shows that it is deleted. Lists of some servers have deleted items for a time, so
 * this is only a warning.
 *
 * @param before the item before the deletion
 */
function expectUnlisted(
  context: CaseContext,
  created: Created,
  before: JsonObject | undefined,
  listing: Listing,
): void {
  const { retrieve, remove } = created.resource;
  const list = listingOf(created.resource);
  const [item] = itemsFor(listing, created);
  if (!item || !list || !remove) return;
  if (!retrieve && (!before || differs(before, item, "identical"))) return;
  const { id } = list.operation;
  const breach = retrieve
    ? broken("deleted-resource-listed", { operation: id, read: retrieve.id })
    : broken("deleted-item-listed", { operation: remove.id, list: id });
  const expected = `no item with ${jsonText(created.value)} at ${created.identifier.pointer}`;
  const facts = { ...breach, expected, received: "the item", operation: (retrieve ? list.operation : remove).id };
  failEffect(context, inferredEffect(created), facts, listing.exchange);
}

/** The list shows the neighbor as its own `GET` does, after the actions on it. */
function expectSameNeighbor(context: CaseContext, { created, shown }: Neighbor, listing: Listing): void {
  const [item] = itemsFor(listing, created);
  if (item) expectListedAsShown(context, created, { item, known: shown, exchange: listing.exchange });
}
