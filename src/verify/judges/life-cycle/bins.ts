import type { JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { Judgment } from "../../model/finding/finding.js";
import { isGone, isSuccess } from "../../model/request/exchange.js";
import { inJson } from "../../rules/differing-fields.js";
import { broken } from "../../rules/sentence.js";
import { type CreatedResource, ofCreated, type ShownResource } from "./created-resource.js";
import { touchedField } from "./neighbors.js";

/** A request about a deleted resource, and the operation that shows the bin. */
interface BinRequest {
  operation: Operation;
  read: Operation;
}

/** A deleted resource is in the bin. A failed read shows nothing. */
export function keptInBin(
  created: CreatedResource,
  { operation, read }: BinRequest,
  { resource, exchange }: ShownResource,
): Judgment[] {
  if (resource || !(isSuccess(exchange) || isGone(exchange))) return [];
  const breach = broken("deleted-resource-not-in-bin", { operation: operation.id, read: read.id });
  const facts = { ...breach, expected: "the deleted resource", received: String(exchange.status) };
  return [ofCreated(created, operation, facts, exchange)];
}

/** A resource that was restored, or deleted for good, is not in the bin any more. */
export function outOfBin(
  created: CreatedResource,
  { operation, read }: BinRequest,
  { resource, exchange }: ShownResource,
): Judgment[] {
  if (!resource) return [];
  const breach = broken("resource-stays-in-bin", { operation: operation.id, read: read.id });
  const facts = { ...breach, expected: "no such resource", received: exchange.body };
  return [ofCreated(created, operation, facts, exchange)];
}

/**
 * A restored resource is found, and as it was. Times and numbers that were not sent may differ. @param before the resource
 * before its deletion
 */
export function restoredAsBefore(
  created: CreatedResource,
  restore: Operation,
  before: JsonObject,
  after: ShownResource,
): Judgment[] {
  const { resource, exchange } = after;
  const field = touchedField(created, before, after);
  if (field === undefined || !(isSuccess(exchange) || isGone(exchange))) return [];
  if (!resource) {
    const breach = broken("restored-resource-missing", { operation: restore.id });
    const facts = { ...breach, expected: "the restored resource", received: String(exchange.status) };
    return [ofCreated(created, restore, facts, exchange)];
  }
  const breach = broken("restored-resource-differs", { operation: restore.id, field });
  return [ofCreated(created, restore, { ...breach, ...inJson(before[field], resource[field]) }, exchange)];
}
