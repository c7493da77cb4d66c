import { statesCascade } from "#statements/cascades.js";
import { deletedWithParent, goneWithParent } from "#verify/judges/life-cycle/deletion.js";
import { isListedIn } from "#verify/judges/life-cycle/listed.js";
import { hasTakenEffect, isGone, isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import { readListOf } from "#verify/resources/lists/read-list.js";
import { retrieveCreated } from "../created/retrieve.js";

/** Whether the document says that the deletion of what is around a resource deletes it too. */
export function isCascading({ parent, create, resource: { retrieve } }: Created): boolean {
  const remove = parent?.resource.remove;
  return remove !== undefined && retrieve !== undefined && statesCascade(remove, create.path);
}

/** Deletes the resource that another one belongs to, if the document says that both go. */
export async function expectCascade(context: CaseContext, created: Created): Promise<void> {
  const { parent } = created;
  const remove = parent?.resource.remove;
  if (!parent || !remove || !isCascading(created)) return;
  const request = resourceRequest(context, remove, parent.path);
  const before = await retrieveCreated(context, created, isSuccess);
  if (!request || !before || !isSuccess(before)) return;
  const deleted = await context.send(request);
  await context.check(request, anyResponse(remove, `${parent.create.id} created the resource`), deleted);
  if (!hasTakenEffect(deleted)) return;
  const after = await retrieveCreated(context, created, isGone);
  if (after) context.judge(deletedWithParent(created, remove, after));
}

/**
 * Deletes the resource that another one belongs to, which the run would remove anyway. Whether it may have anything below it is
 * left to the server, as long as it does not fail.
 */
export async function expectParentRemoved(context: CaseContext, created: Created): Promise<void> {
  const { parent, create } = created;
  const remove = parent?.resource.remove;
  const request = remove && resourceRequest(context, remove, parent.path);
  if (!request || !(await context.prepare(request))) return;
  const removed = await context.expect(request, anyResponse(remove, `it has what ${create.id} created`));
  if (hasTakenEffect(removed)) await expectNothingBelow(context, created, parent);
}

/** A resource is not read or listed below a deleted one, once that is not found itself. */
async function expectNothingBelow(context: CaseContext, created: Created, parent: Created): Promise<void> {
  const { retrieve, list } = created.resource;
  const around = await retrieveCreated(context, parent, isGone);
  if (!around || !isGone(around)) return;
  const read = await retrieveCreated(context, created, isGone);
  if (retrieve && read && isSuccess(read)) context.judge(goneWithParent(created, retrieve, read));
  const listing = read && isGone(read) ? await readListOf(context, created) : undefined;
  if (list && listing && isListedIn(listing, created) === true) {
    context.judge(goneWithParent(created, list.operation, listing.exchange));
  }
}
