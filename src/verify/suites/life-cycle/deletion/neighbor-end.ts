import type { JsonObject } from "#openapi/document/document.js";
import { COMPATIBLE, compare, differs } from "#verify/model/finding/compare.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import { readCreated, type Shown } from "#verify/resources/created/read-created.js";
import { readListOf } from "#verify/resources/lists/read-list.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
import type { Actor } from "../actions/actions.js";
import { expectListedAsShown, itemsFor } from "../created/listing.js";
import type { Neighbor } from "../created/neighbor.js";
import { inferredEffect } from "../created/retrieve.js";
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
  if (!isSuccess(deleted) || deleted.status === 202) return;
  const isDeleted = ({ resource }: Shown) => !resource || differs(shown, resource, "identical");
  const after = await readCreated(context, created, isDeleted);
  if (!after || isDeleted(after)) return;
  const breach = broken("changed-resource-remains", { operation: remove.id });
  const facts = { ...breach, expected: "404 or 410", received: after.exchange.body, operation: remove.id };
  failEffect(context, inferredEffect(created), facts, after.exchange);
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
        resources.every(({ created, shown }) =>
          itemsFor(read, created).every((item) => compare(item, shown, COMPATIBLE).length === 0),
        ),
    }));
  for (const { created, shown } of listing ? resources : []) {
    const [item] = listing ? itemsFor(listing, created) : [];
    if (listing && item) expectListedAsShown(context, created, { item, known: shown, exchange: listing.exchange });
  }
}
