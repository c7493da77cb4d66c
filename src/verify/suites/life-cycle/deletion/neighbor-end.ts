import type { JsonObject } from "#openapi/document/document.js";
import { isRemoved, removedAfterAction } from "#verify/judges/life-cycle/deletion.js";
import { itemsFor } from "#verify/judges/life-cycle/listed.js";
import { isCompatible } from "#verify/judges/life-cycle/shown-values.js";
import { hasTakenEffect } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import { readCreated } from "#verify/resources/created/read-created.js";
import { readListOf } from "#verify/resources/lists/read-list.js";
import type { Actor } from "../actions/actions.js";
import { expectListedAsShown } from "../created/listing.js";
import type { Neighbor } from "../created/neighbor.js";
import { expectAnyUpdate } from "../updates/updates.js";
import { isCascading } from "./cascade.js";

/**
 * The list shows the resource and its neighbor as they are. That holds after a change of a neighbor on which an action was
 * done.
 */
export async function expectNeighborKept(
  context: CaseContext,
  { created, neighbor }: Actor & { neighbor: Neighbor },
  shown: JsonObject,
): Promise<void> {
  if (neighbor.isActed)
    neighbor.shown = (await expectAnyUpdate(context, neighbor.created, neighbor.shown)) ?? neighbor.shown;
  await expectListedAlike(context, [{ created, shown }, neighbor]);
}

/** A neighbor on which an action was done is deleted like any other resource. */
export async function expectNeighborEnd(context: CaseContext, { created, shown, isActed }: Neighbor): Promise<void> {
  const { remove } = created.resource;
  const request = isActed && remove && resourceRequest(context, remove, created.path);
  // The deletion of what is around the neighbor shows that the neighbor is deleted with it.
  if (!request || isCascading(created)) return;
  const deleted = await context.send(request);
  await context.check(request, anyResponse(remove, `${created.create.id} created the resource`), deleted);
  if (!hasTakenEffect(deleted)) return;
  const after = await readCreated(context, created, (now) => isRemoved(shown, now));
  if (after) context.judge(removedAfterAction(created, remove, shown, after));
}

/** The list shows resources as they were shown last. */
async function expectListedAlike(
  context: CaseContext,
  resources: readonly { created: Created; shown: JsonObject }[],
): Promise<void> {
  const [first] = resources;
  const listing =
    first &&
    (await readListOf(context, first.created, {
      isWanted: (read) =>
        resources.every(({ created, shown }) => itemsFor(read, created).every((item) => isCompatible(item, shown))),
    }));
  for (const { created, shown } of listing ? resources : []) {
    const [item] = listing ? itemsFor(listing, created) : [];
    if (listing && item) expectListedAsShown(context, created, { item, known: shown, exchange: listing.exchange });
  }
}
