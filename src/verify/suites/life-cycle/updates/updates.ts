import type { JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { resourceIn, sentResource } from "#statements/resources/envelope.js";
import { isPartial } from "#statements/resources/partial-updates.js";
import { creatingOperation } from "#statements/resources/resource.js";
import { missedResource } from "#verify/judges/life-cycle/found.js";
import { storedChanges } from "#verify/judges/life-cycle/stored-changes.js";
import { unsentFields } from "#verify/judges/life-cycle/unsent-fields.js";
import {
  changedValues,
  hiddenFields,
  keptByUpdate,
  lostValues,
  movedMoment,
  shownOtherwise,
} from "#verify/judges/life-cycle/updates.js";
import { otherDefaults, unappliedDefaults } from "#verify/judges/stored-values.js";
import { type Exchange, isGone, isPostponed, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { type BodySpec, shownBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { adaptedBodies, noChanges } from "#verify/requests/adapted-bodies.js";
import { type Changes, changesFrom, changingBody, updateSteps, updatingBody } from "#verify/requests/changing-body.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { referenceFor } from "#verify/resources/created/create-resource.js";
import type { Created } from "#verify/resources/created/created.js";
import { readCreated } from "#verify/resources/created/read-created.js";
import type { Actor } from "../actions/actions.js";
import { expectConfirmed, readConfirmed } from "../created/confirmed.js";
import { expectUntouched } from "../created/neighbor.js";
import { relatedEffect } from "../created/retrieve.js";
import { expectSentFields } from "../created/stored.js";
import { sendFitting } from "./fitting.js";
import { withKnownReferences, withValuesOf } from "./known-references.js";
import { partialBodies } from "./parts.js";
import { expectNoChange } from "./rejected.js";

/** So many parts of a change may be rejected until no further one is sent. */
const MOST_REJECTED = 2;

/**
 * Changes a created resource by PATCH, then by PUT: afterwards it has what was sent.
 *
 * @param found the resource before
 * @returns the resource afterwards; undefined if it does not exist any more: a change may archive it
 */
export async function expectUpdates(
  context: CaseContext,
  { created, neighbor }: Actor,
  found: JsonObject,
): Promise<JsonObject | undefined> {
  const { update, replace } = created.resource;
  let before = found;
  const hidden = new Set(hiddenFields(created, found));
  for (const operation of [update, replace]) {
    if (!operation) continue;
    for (const fields of updateSteps(operation)) {
      const body = updatingBody(context, operation, before, fields);
      if (fields === "fewest" && !body) break;
      const after = body && (await expectUpdate(context, created, { operation, body, before, hidden }));
      if (after === "gone") return undefined;
      before = after ?? before;
    }
    const parts = isPartial(operation) ? partialBodies(context, operation, before, changesFrom(before)) : [];
    let rejected = 0;
    for (const body of parts) {
      const after = await expectUpdate(context, created, { operation, body, before, hidden });
      if (after === "gone") return undefined;
      // A target may reject a part for one of its fields: others do not have that.
      if (!after) rejected += 1;
      if (rejected > MOST_REJECTED) break;
      before = after ?? before;
    }
    await expectUntouched(context, neighbor, created, operation);
    before = (await expectNoChange(context, created, operation, before)) ?? before;
  }
  return before;
}

/**
 * Changes a resource, if the document has an operation for it. Returns the resource afterwards, if it is shown.
 *
 * @param wanted counts the changes that a body makes, and there has to be one (default: any, of a few fields)
 */
export async function expectAnyUpdate(
  context: CaseContext,
  created: Created,
  before: JsonObject,
  wanted?: Changes,
): Promise<JsonObject | undefined> {
  const operation = created.resource.update ?? created.resource.replace;
  const body =
    operation && (wanted ? changingBody(context, operation, wanted, "all") : updatingBody(context, operation, before));
  const hidden = new Set(hiddenFields(created, before));
  const after = body && (await expectUpdate(context, created, { operation, body, before, hidden }));
  return after === "gone" ? undefined : after;
}

/**
 * Whether an update with values that the target knows succeeds: then it finds the resource. It did not find something that
 * another body names.
 */
async function acceptsKnownValues(
  context: CaseContext,
  created: Created,
  { operation, body, before }: Omit<Update, "hidden">,
): Promise<boolean> {
  const known = operation === created.create ? created.request.body : withValuesOf(context, operation, body, before);
  const request = known && resourceRequest(context, operation, created.path, known);
  return request !== undefined && (await context.prepare(request)) && isSuccess(await context.send(request));
}

/**
 * Sends an update again with names that exist in place of those that the target did not find.
 *
 * @returns the resource afterwards: its creation was repeated before, so it has its first values otherwise
 */
async function updateOfKnown(
  context: CaseContext,
  created: Created,
  update: Omit<Update, "before">,
  exchange: Exchange,
): Promise<JsonObject | "gone" | undefined> {
  const { operation } = update;
  const before = (await readCreated(context, created))?.resource;
  const [body] = await adaptedBodies(context, {
    ...{ operation, body: update.body, exchange, changes: noChanges() },
    referenceFor: (field, used) => referenceFor(context, operation, field, used),
  });
  return (before && body && (await expectUpdate(context, created, { ...update, body, before }))) ?? before;
}

/** An update of a resource, and the resource before it. */
interface Update {
  operation: Operation;
  body: BodySpec;
  before: JsonObject;
  /** Those that never show what was sent. The function adds the ones that do not show it now. */
  hidden: Set<string>;
}

/** Sends one update, unless it may not be sent. Returns the resource after it; undefined if it was not changed, or not shown. */
async function expectUpdate(
  context: CaseContext,
  created: Created,
  { operation, body: wanted, before, hidden }: Update,
): Promise<JsonObject | "gone" | undefined> {
  const known = withKnownReferences(context, { operation, body: wanted, created, before });
  const attempt = await sendFitting(context, created, operation, known);
  if (!attempt) return undefined;
  const { body, request, exchange: updated } = attempt;
  const sent = sentResource(shownBody(request), before);
  if (!sent) return undefined;
  if (isGone(updated)) {
    if (await acceptsKnownValues(context, created, { operation, body, before })) {
      return updateOfKnown(context, created, { operation, body, hidden }, updated);
    }
    const effect = await relatedEffect(context, created);
    context.judge([missedResource(effect, created, operation, updated)]);
    return undefined;
  }
  if (!isSuccess(updated)) return undefined;
  const response = resourceIn(jsonOf(updated), created);
  const lostAfter = (after: JsonObject) =>
    lostValues({ sent, before, response, after }, created.link !== undefined, hidden);
  const done = { operation, exchange: updated };
  const shown = await readConfirmed(context, created, done, (after) => lostAfter(after).length === 0);
  if (!shown) return undefined;
  const { resource: after, exchange } = shown;
  if (!context.judge(keptByUpdate(created, operation, shown))) return "gone";
  if (!after) return undefined;
  // It is done later (RFC 9110, 15.3.3).
  if (isPostponed(updated)) return after;
  const change = { operation, sent, response, before, after, exchange };
  const lost = lostAfter(after);
  const effect = lost.length > 0 ? await relatedEffect(context, created) : undefined;
  if (effect) context.judge(storedChanges(context.contract.document, created, change, { lost, effect }));
  expectConfirmed(context, created, done, shown);
  context.judge(changedValues(created, change));
  expectSentFields(context, created, { operation, sent, hidden }, { resource: after, exchange });
  context.judge(movedMoment(created, change));
  if (!isPartial(operation)) {
    const { document } = context.contract;
    context.judge(unappliedDefaults(operation, otherDefaults(document, request, after), exchange));
  }
  // The history judges this of resources that the run created.
  if (creatingOperation(created.resource) !== created.create)
    context.judge(unsentFields(context.contract.document, created, change));
  for (const name of shownOtherwise(sent, after)) hidden.add(name);
  return after;
}
