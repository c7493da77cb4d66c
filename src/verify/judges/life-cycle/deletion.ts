import type { Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import type { Effect } from "../../model/finding/effect.js";
import type { Judgment } from "../../model/finding/finding.js";
import { type Exchange, isSuccess } from "../../model/request/exchange.js";
import { broken } from "../../rules/sentence.js";
import { effectJudgment } from "../judgment.js";
import { type CreatedResource, ofCreated } from "./created-resource.js";

/** A deleted resource is not found, or it differs, as some servers only mark it. @param effect of its creation */
export function remainingResource(effect: Effect, remove: Operation, deleted: Exchange, after: Exchange): Judgment {
  const breach = broken("deleted-resource-remains", { operation: remove.id });
  const place = responseFor(remove, deleted.status)?.pointer ?? remove.pointer;
  const received = `${after.status} ${after.body}`;
  return effectJudgment(effect, { ...breach, place, expected: "404 or 410", received, operation: remove.id }, after);
}

/** A second deletion of a resource that is gone is rejected, where the document has a response for that. */
export function secondDeletion(created: CreatedResource, remove: Operation, again: Exchange): Judgment[] {
  const isDocumented = remove.responses.some(({ status }) => status === "404" || status === "410");
  if (!isSuccess(again) || !isDocumented) return [];
  const breach = broken("deleted-twice", { operation: remove.id });
  const facts = { ...breach, expected: "404 or 410", received: String(again.status), place: remove.pointer };
  return [ofCreated(created, remove, facts, again)];
}

/** A resource goes with the one that it belongs to, if the document says so. An example is "Deletes a project with its notes". */
export function deletedWithParent(created: CreatedResource, remove: Operation, after: Exchange): Judgment[] {
  if (!isSuccess(after)) return [];
  const breach = broken("deleted-parent-keeps-child", { operation: remove.id, create: created.create.id });
  const received = `${after.status} ${after.body}`;
  return [ofCreated(created, remove, { ...breach, expected: "404 or 410", received }, after)];
}

/** A DELETE below another resource does not delete it. Some servers look for the last value alone. */
export function deletedBelowOther(created: CreatedResource, remove: Operation, exchange: Exchange): Judgment {
  const breach = broken("deleted-below-other-parent", { operation: remove.id, create: created.create.id });
  return ofCreated(created, remove, { ...breach, expected: "4xx", received: String(exchange.status) }, exchange);
}

/** A resource on which an action was done is deleted like any other one. @param after a later response that shows it unchanged */
export function remainingAfterAction(created: CreatedResource, remove: Operation, after: Exchange): Judgment {
  const breach = broken("changed-resource-remains", { operation: remove.id });
  return ofCreated(created, remove, { ...breach, expected: "404 or 410", received: after.body }, after);
}
