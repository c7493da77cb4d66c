import type { JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { type Bin, binOf } from "#statements/resources/bins.js";
import { keptInBin, outOfBin, restoredAsBefore } from "#verify/judges/life-cycle/bins.js";
import { itemsFor } from "#verify/judges/life-cycle/listed.js";
import { touchedField } from "#verify/judges/life-cycle/neighbors.js";
import { type Exchange, hasTakenEffect } from "#verify/model/request/exchange.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { addressOf } from "#verify/resources/address.js";
import type { Created } from "#verify/resources/created/created.js";
import { hasShown, readCreated, type Shown } from "#verify/resources/created/read-created.js";
import { generatedTexts, hasItsText } from "#verify/resources/ledger/proof.js";
import { readListOf } from "#verify/resources/lists/read-list.js";
import { expectAllowed } from "#verify/steps/expect-allowed.js";
import { expectUntouched, type Neighbor } from "../created/neighbor.js";

/** A deleted resource, and the same one in the bin. */
interface Binned {
  created: Created;
  binned: Created;
  bin: Bin;
  /** The operation that shows the bin. */
  read: Operation;
}

/** A resource as it is before it is deleted into a bin. Undefined if it has none. */
export async function shownBeforeBin(context: CaseContext, created: Created): Promise<JsonObject | undefined> {
  const isKept = binOf(context.contract, created.resource) !== undefined;
  return isKept ? (await readCreated(context, created, hasShown))?.resource : undefined;
}

/**
 * A deleted resource is in the bin, and comes back from there as it was. Deleted once more, it is deleted for good there, and
 * others stay. All of them are of the run.
 *
 * @param before the resource before its deletion
 * @param other another resource of the kind, which may be deleted
 */
export async function expectBin(
  context: CaseContext,
  created: Created,
  { before, other, neighbor }: { before: JsonObject; other: Created | undefined; neighbor: Neighbor | undefined },
): Promise<void> {
  const place = inBin(context, created);
  if (!place || !(await expectInBin(context, place))) return;
  if (await expectRestored(context, place, before)) {
    await expectUntouched(context, neighbor, created, place.bin.restore ?? place.read);
    if (!(await remove(context, created))) return;
  }
  const beside = other && (await remove(context, other)) ? inBin(context, other) : undefined;
  await expectRemovedForGood(context, place, beside);
}

function inBin(context: CaseContext, created: Created): Binned | undefined {
  const bin = binOf(context.contract, created.resource);
  const read = bin?.binned.retrieve ?? bin?.binned.list?.operation;
  const values = created.path.map(({ value }) => value);
  const address = bin && addressOf(bin.binned.key, values);
  if (!bin || !read || address === undefined) return undefined;
  return { created, binned: { ...created, resource: bin.binned, address }, bin, read };
}

/** Whether the bin shows a deleted resource. If it does not, this is reported. */
async function expectInBin(context: CaseContext, place: Binned): Promise<boolean> {
  const { created, binned, read } = place;
  const shown = await readCreated(context, binned, hasShown);
  const { remove: operation } = created.resource;
  if (!shown || !operation) return false;
  if (shown.resource) return true;
  if (!(await mayBeElsewhere(context, place))) context.judge(keptInBin(created, { operation, read }, shown));
  return false;
}

/** Whether the list of the bin may have the resource under another identifier, or was not read to its end. */
async function mayBeElsewhere(context: CaseContext, { binned }: Binned): Promise<boolean> {
  if (!binned.resource.list) return false;
  const listing = await readListOf(context, binned, { isWanted: (read) => itemsFor(read, binned).length > 0 });
  const texts = generatedTexts(context.generator, binned.request);
  const isShown = listing?.items.some((item) => hasItsText({ request: binned.request, texts }, item)) ?? false;
  return !listing?.isComplete || isShown || itemsFor(listing, binned).length > 0;
}

/** Takes a resource out of the bin. Returns whether the target did so. */
async function expectRestored(context: CaseContext, place: Binned, before: JsonObject): Promise<boolean> {
  const { created, binned, bin, read } = place;
  const operation = bin.restore;
  const exchange = operation && (await send(context, operation, created));
  if (!operation || !exchange) return false;
  const isAsBefore = (shown: Shown) => touchedField(created, before, shown) === undefined;
  const after = await readCreated(context, created, isAsBefore);
  if (after) context.judge(restoredAsBefore(created, operation, before, after));
  if (!after?.resource) return false;
  const left = await readCreated(context, binned, (shown) => !hasShown(shown));
  if (left) context.judge(outOfBin(created, { operation, read }, left));
  return true;
}

/** Deletes a resource in the bin. It is not there any more, and another one is. */
async function expectRemovedForGood(context: CaseContext, place: Binned, beside: Binned | undefined): Promise<void> {
  const { created, binned, bin, read } = place;
  const operation = bin.binned.remove;
  if (!operation) return;
  const shown = beside && (await readCreated(context, beside.binned, hasShown))?.resource;
  // Only what was just shown is deleted, so this read is the last one.
  const isThere = (await readCreated(context, binned, hasShown))?.resource !== undefined;
  if (!isThere || !(await send(context, operation, created))) return;
  const after = await readCreated(context, binned, (left) => !hasShown(left));
  if (after) context.judge(outOfBin(created, { operation, read }, after));
  if (beside && shown) await expectUntouched(context, { created: beside.binned, shown }, created, operation);
}

/** Deletes a resource of the run. Returns whether the target did so. */
async function remove(context: CaseContext, created: Created): Promise<boolean> {
  const operation = created.resource.remove;
  return operation !== undefined && (await send(context, operation, created)) !== undefined;
}

/** Sends a request about a resource. Returns the response; undefined if it was not sent, or did not succeed at once. */
async function send(context: CaseContext, operation: Operation, created: Created): Promise<Exchange | undefined> {
  const request = resourceRequest(context, operation, created.path);
  const sent = await expectAllowed(context, request, `${created.create.id} created the resource`);
  return sent && hasTakenEffect(sent.exchange) ? sent.exchange : undefined;
}
