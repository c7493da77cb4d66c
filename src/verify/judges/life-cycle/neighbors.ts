import type { Json, JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { type Filter, filterValues, matches } from "#statements/filters.js";
import type { ListOperation } from "#statements/list-items.js";
import { sentResource } from "#statements/resources/envelope.js";
import { isOf, isSameId } from "#statements/resources/identifying-values.js";
import { differingFields, UNTOUCHED } from "../../model/finding/compare.js";
import type { Judgment } from "../../model/finding/finding.js";
import { type Exchange, isSuccess, jsonOf } from "../../model/request/exchange.js";
import { structuredBody } from "../../model/request/request-spec.js";
import { itemsOf } from "../../relations/list-items.js";
import { inJson } from "../../rules/differing-fields.js";
import { broken } from "../../rules/sentence.js";
import { type CreatedResource, ofCreated, type ShownResource } from "./created-resource.js";
import type { ListedItems } from "./listed.js";

/** Two creations with 201 make two resources (RFC 9110, 15.3.2), so they have different identifiers. */
export function ownIdentifier(first: CreatedResource, created: CreatedResource): Judgment[] {
  // Each request had texts of its own, so the one is not a repetition of the other.
  const isNew = created.exchange.status === 201 || !jsonText(created.request.body).includes(`"${created.value}"`);
  if (!isNew || !isSameId(first.value, created.value)) return [];
  const breach = broken("identifier-given-twice", { create: created.create.id });
  const expected = `another value than ${jsonText(first.value)} at ${created.identifier.pointer}`;
  const facts = { ...breach, expected, received: jsonText(created.value) };
  return [ofCreated(created, created.create, facts, created.exchange)];
}

/**
 * The name of a field of a neighbor that is not as before.
 *
 * @returns an empty name if the neighbor is gone; undefined if nothing has changed
 */
export function touchedField(
  neighbor: CreatedResource,
  before: JsonObject,
  { resource }: ShownResource,
): string | undefined {
  if (!resource) return "";
  const kept = Object.keys(sentResource(structuredBody(neighbor.request), before) ?? {});
  return differingFields(before, resource, { ...UNTOUCHED, kept })[0];
}

/**
 * An operation on another resource leaves the neighbor alone. A server may have reasons that the document does not state, so a
 * change of it is only a warning. Times and numbers that were not sent are not compared: they may be counts, ranks or visits.
 *
 * @param operation that was sent to the other resource
 */
export function untouchedNeighbor(
  { created, operation }: { created: CreatedResource; operation: Operation },
  neighbor: CreatedResource,
  before: JsonObject,
  after: ShownResource,
): Judgment[] {
  const field = touchedField(neighbor, before, after);
  if (field === undefined) return [];
  const data = { operation: operation.id, value: created.value, other: neighbor.value };
  const removed = { expected: "a change of the requested one", received: "it is not found" };
  const facts =
    field === ""
      ? { ...broken("other-resource-removed", data), ...removed }
      : { ...broken("other-resource-changed", { ...data, field }), ...inJson(before[field], after.resource?.[field]) };
  return [ofCreated(created, operation, facts, after.exchange)];
}

/**
 * A created resource stays when its parent is changed. It also stays when an action that can be taken back is done on the
 * parent. A server may have reasons that the document does not state, so it is a warning.
 */
export function keptChild(
  created: CreatedResource,
  parent: CreatedResource,
  operation: Operation,
  { resource, exchange }: ShownResource,
): Judgment[] {
  if (resource) return [];
  const data = { operation: operation.id, parent: parent.value, create: created.create.id };
  const facts = { expected: `the resource ${jsonText(created.value)}`, received: "it is not found" };
  return [ofCreated(created, operation, { ...broken("change-removes-child", data), ...facts }, exchange)];
}

/** A created resource is not found below another one than that to which it belongs. Only a warning: it may belong to several. */
export function hiddenBelowOther(
  created: CreatedResource,
  retrieve: Operation,
  parent: Json,
  exchange: Exchange,
): Judgment[] {
  if (!isSuccess(exchange) || !isOf(jsonOf(exchange), created)) return [];
  const breach = broken("found-below-other-parent", { create: created.create.id });
  const received = `${exchange.status} ${exchange.body}`;
  return [ofCreated(created, retrieve, { ...breach, expected: `404 below ${jsonText(parent)}`, received }, exchange)];
}

/**
 * The list of another resource does not have a text that was generated for this one. Identifiers may be unique below one
 * resource alone.
 *
 * @param parent the value that identifies the other resource
 */
export function unlistedBelowOther(
  created: CreatedResource,
  list: Operation,
  { parent, texts }: { parent: Json; texts: readonly string[] },
  { items, exchange }: Pick<ListedItems, "items" | "exchange">,
): Judgment[] {
  const item = items.find((candidate) => texts.some((text) => jsonText(candidate).includes(text)));
  if (!item) return [];
  const breach = broken("listed-below-other-parent", { create: created.create.id });
  const facts = { expected: `no such item below ${jsonText(parent)}`, received: jsonText(item) };
  return [ofCreated(created, list, { ...breach, ...facts }, exchange)];
}

/** The creator of a resource is the person of the key. Names suggest it, so it is a warning. */
export function ownCreator(
  created: CreatedResource,
  field: string,
  { own, shown }: { own: Json | undefined; shown: Json | undefined },
  exchange: Exchange,
): Judgment[] {
  if (own === shown) return [];
  const breach = broken("creator-is-other-person", { create: created.create.id, field });
  return [ofCreated(created, created.create, { ...breach, ...inJson(own, shown) }, exchange)];
}

/** A list that selects by a new resource, to which nothing belongs yet, lists nothing of others. Names suggest it: a warning. */
export function noItemsOfOthers(
  created: CreatedResource,
  list: ListOperation,
  filter: Filter,
  exchange: Exchange,
): Judgment[] {
  const values = isSuccess(exchange) ? itemsOf(list, exchange).flatMap((item) => filterValues(filter, item)) : [];
  const other = values.find((value) => !matches(value, created.value));
  if (other === undefined) return [];
  const [{ id: operation }, { name: parameter }] = [list.operation, filter.parameter];
  const breach = broken("items-of-others-listed", { operation, parameter, create: created.create.id });
  return [ofCreated(created, list.operation, { ...breach, ...inJson(created.value, other) }, exchange)];
}

/** Nothing new can belong to a deleted resource. Documents seldom say so: it is a warning. @param field that names it */
export function rejectedReference(
  created: CreatedResource,
  operation: Operation,
  field: string,
  exchange: Exchange,
): Judgment[] {
  if (!isSuccess(exchange)) return [];
  const breach = broken("deleted-reference-accepted", { operation: operation.id, field, value: created.value });
  return [ofCreated(created, operation, { ...breach, expected: "4xx", received: String(exchange.status) }, exchange)];
}
