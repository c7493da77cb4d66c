import type { JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import type { Effect } from "../../model/finding/effect.js";
import type { Judgment } from "../../model/finding/finding.js";
import { type Exchange, isSuccess } from "../../model/request/exchange.js";
import { broken } from "../../rules/sentence.js";
import { effectJudgment } from "../judgment.js";
import { isSameValues } from "../unchanged.js";
import { type CreatedResource, ofCreated, type ShownResource } from "./created-resource.js";

/** Whether a response to `GET` shows a deleted resource as before. Some servers only mark it as deleted. */
export function remains(before: Exchange | undefined, after: Exchange): boolean {
  return isSuccess(after) && after.body === before?.body;
}

/** A deleted resource does not remain. @param effect of its creation */
export function remainingResource(effect: Effect, remove: Operation, deleted: Exchange, after: Exchange): Judgment {
  const breach = broken("deleted-resource-remains", { operation: remove.id });
  const place = responseFor(remove, deleted.status)?.pointer ?? remove.pointer;
  const received = `${after.status} ${after.body}`;
  return effectJudgment(effect, { ...breach, place, expected: "404 or 410", received, operation: remove.id }, after);
}

/**
 * The document has a 404 for GET. So a deleted resource that has left its list is not shown as before either. Some servers keep
 * what is deleted, so it is a warning.
 */
export function shownUnlisted(
  created: CreatedResource,
  remove: Operation,
  before: Exchange | undefined,
  after: Exchange,
): Judgment[] {
  const { retrieve } = created.resource;
  if (!retrieve || !documentsGone(retrieve) || !remains(before, after)) return [];
  const breach = broken("deleted-resource-remains", { operation: remove.id });
  const received = `${after.status} ${after.body}`;
  return [ofCreated(created, remove, { ...breach, expected: "404 or 410", received }, after)];
}

/** Whether an operation has a response for what is gone. */
function documentsGone({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === "404" || status === "410");
}

/** A second deletion of a resource that is gone is rejected, where the document has a response for that. */
export function secondDeletion(created: CreatedResource, remove: Operation, again: Exchange): Judgment[] {
  if (!isSuccess(again) || !documentsGone(remove)) return [];
  const breach = broken("deleted-twice", { operation: remove.id });
  const facts = { ...breach, expected: "404 or 410", received: String(again.status), place: remove.pointer };
  return [ofCreated(created, remove, facts, again)];
}

/** A resource goes with its parent, if the document says so. An example is "Deletes a project with its notes". */
export function deletedWithParent(created: CreatedResource, remove: Operation, after: Exchange): Judgment[] {
  if (!isSuccess(after)) return [];
  const breach = broken("deleted-parent-keeps-child", { operation: remove.id, create: created.create.id });
  const received = `${after.status} ${after.body}`;
  return [ofCreated(created, remove, { ...breach, expected: "404 or 410", received }, after)];
}

/** Nothing is found below a deleted resource that is not found itself. Others may be found by paths of their own: a warning. */
export function goneWithParent(created: CreatedResource, read: Operation, exchange: Exchange): Judgment[] {
  const breach = broken("found-below-deleted-parent", { operation: read.id, create: created.create.id });
  const facts = { ...breach, expected: "404 or 410", received: String(exchange.status) };
  return [ofCreated(created, read, facts, exchange)];
}

/**
 * A DELETE below another resource does not delete it. Some servers look for the last value alone.
 *
 * @param after the resource afterwards
 */
export function keptBelowOther(
  created: CreatedResource,
  remove: Operation,
  exchange: Exchange,
  after: ShownResource,
): Judgment[] {
  if (!isSuccess(exchange) || after.resource) return [];
  const breach = broken("deleted-below-other-parent", { operation: remove.id, create: created.create.id });
  return [ofCreated(created, remove, { ...breach, expected: "4xx", received: String(exchange.status) }, exchange)];
}

/** Whether a deleted resource is not shown any more, or shown otherwise. */
export function isRemoved(before: JsonObject, { resource }: ShownResource): boolean {
  return !resource || !isSameValues(before, resource);
}

/** A resource on which an action was done is deleted like any other one. @param after a later response */
export function removedAfterAction(
  created: CreatedResource,
  remove: Operation,
  before: JsonObject,
  after: ShownResource,
): Judgment[] {
  if (isRemoved(before, after)) return [];
  const breach = broken("changed-resource-remains", { operation: remove.id });
  const facts = { ...breach, expected: "404 or 410", received: after.exchange.body };
  return [ofCreated(created, remove, facts, after.exchange)];
}
