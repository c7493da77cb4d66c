import { isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { Filter } from "#statements/filters.js";
import { resourceIn, sentResource } from "#statements/resources/envelope.js";
import { isOf, isSameId } from "#statements/resources/identifying-values.js";
import { listingOf } from "#statements/resources/resource.js";
import { disorderIn, statedOrder } from "#statements/stated-order.js";
import { COMPATIBLE, compare, isSame, isUnset, RELATED } from "../../model/finding/compare.js";
import type { Judgment } from "../../model/finding/finding.js";
import { type Exchange, jsonOf } from "../../model/request/exchange.js";
import { shownBody } from "../../model/request/request-spec.js";
import { unreducedTotal } from "../../relations/totals.js";
import { inJson } from "../../rules/differing-fields.js";
import { broken } from "../../rules/sentence.js";
import { isSameValues } from "../unchanged.js";
import { type CreatedResource, ofCreated } from "./created-resource.js";

/** The items of a list, as far as it was read. */
export interface ListedItems {
  items: JsonObject[];
  isComplete: boolean;
  /** The last response. */
  exchange: Exchange;
}

/** The items of a list, or of a page of it, that have the identifier of a created resource. */
export function itemsFor({ items }: Pick<ListedItems, "items">, created: CreatedResource): JsonObject[] {
  return items.filter((item) => isOf(item, created));
}

/** Whether a list has a created resource; undefined if it was not read to its end. */
export function isListedIn(listing: ListedItems, created: CreatedResource): boolean | undefined {
  if (itemsFor(listing, created).length > 0) return true;
  const names = plainItems(listing, created);
  if (names.length > 0) return names.some((name) => isSameId(name, created.value)) || undefined;
  return listing.isComplete ? false : undefined;
}

/** The items of a page without fields: some lists have names or addresses alone. */
function plainItems({ exchange }: ListedItems, { resource }: CreatedResource): Json[] {
  const list = listingOf(resource);
  const items = list && valueAt(jsonOf(exchange), list.paging.items);
  return Array.isArray(items) ? items.filter((item: Json) => !isObject(item)) : [];
}

/** A created resource is listed. Lists may be filtered by default, so it is a warning. */
export function isListed(created: CreatedResource, list: Operation, listing: ListedItems): Judgment[] {
  if (isListedIn(listing, created) !== false) return [];
  const { create } = created;
  const breach = broken("created-resource-not-listed", { list: list.id, create: create.id });
  const received = `${listing.items.length} items without it`;
  const expected = `an item with ${identifying(created)}`;
  return [ofCreated(created, create, { ...breach, expected, received }, listing.exchange)];
}

/** A created resource is listed once. */
export function isListedOnce(created: CreatedResource, listing: ListedItems): Judgment[] {
  const { create, resource } = created;
  const count = itemsFor(listing, created).length;
  if (count < 2 || !resource.remove) return [];
  const breach = broken("identifier-listed-twice", { create: create.id });
  const facts = { ...breach, expected: `one item with ${identifying(created)}`, received: `${count} items` };
  return [ofCreated(created, create, facts, listing.exchange)];
}

function identifying({ value, identifier }: CreatedResource): string {
  return `${jsonText(value)} at ${identifier.pointer}`;
}

/** A new resource has its place in the order that the words of the list state. */
export function newInOrder(created: CreatedResource, { items, exchange }: ListedItems): Judgment[] {
  const operation = created.resource.list?.operation;
  const order = operation && statedOrder(operation);
  const disorder = order && disorderIn(items, order);
  if (!order || !disorder) return [];
  const { expected, received } = disorder;
  return [
    ofCreated(created, operation, { ...broken("new-item-out-of-order", { order }), expected, received }, exchange),
  ];
}

/** An item of a list, and the resource as another response shows it. */
export interface ListedResource {
  item: JsonObject;
  known: JsonObject;
  /** The response with the item. */
  exchange: Exchange;
}

/**
 * An item of a list has the values that other responses show. Only a warning: a list may have a summary of the resource.
 *
 * @param hidden the names of fields that the list hides, by the words of the document
 */
export function listedAsShown(
  created: CreatedResource,
  list: Operation,
  { item, known, exchange }: ListedResource,
  hidden: Iterable<string>,
): Judgment[] {
  const creation = resourceIn(jsonOf(created.exchange), created) ?? {};
  // A number that the response to the creation has too is not a count of visits. Such a value is not empty in a summary.
  const exact = Object.keys(item).filter((name) => {
    const isSteady = !isUnset(known[name]) && isSame(creation[name], known[name], "equal");
    return isSteady && (typeof known[name] === "number" || item[name] === null);
  });
  return compare(item, known, { ...COMPATIBLE, exact, except: hidden }).map(({ name, wanted, found }) => {
    const breach = broken("listed-field-differs", { operation: list.id, field: name });
    return ofCreated(created, list, { ...breach, ...inJson(found, wanted) }, exchange);
  });
}

/**
 * An item of a list has the values that were sent to create it. Those that the response to the creation has are compared
 * elsewhere.
 *
 * @param hidden the names of fields that the list hides, by the words of the document
 */
export function listedAsSent(
  created: CreatedResource,
  list: Operation,
  { item, exchange }: Pick<ListedResource, "item" | "exchange">,
  hidden: Iterable<string>,
): Judgment[] {
  const sent = sentResource(shownBody(created.request), item) ?? {};
  const confirmed = Object.keys(resourceIn(jsonOf(created.exchange), created) ?? {});
  return compare(sent, item, { ...RELATED, except: [...hidden, ...confirmed] }).map(({ name, wanted, found }) => {
    const breach = broken("listed-field-differs", { operation: list.id, field: name });
    return ofCreated(created, list, { ...breach, ...inJson(wanted, found) }, exchange);
  });
}

/** The filters of its list find a created resource by what it has. Only names suggest these filters, so it is a warning. */
export function isFiltered(
  created: CreatedResource,
  list: Operation,
  { filter, value }: { filter: Pick<Filter, "parameter" | "property">; value: Parameters<typeof jsonText>[0] },
  listing: ListedItems,
): Judgment[] {
  if (isListedIn(listing, created) !== false) return [];
  const breach = broken("created-resource-not-filtered", { operation: list.id, parameter: filter.parameter.name });
  const expected = `the resource that ${created.create.id} created, with ${filter.property} ${jsonText(value)}`;
  const received = `${listing.items.length} items without it`;
  return [ofCreated(created, list, { ...breach, expected, received }, listing.exchange)];
}

/**
 * A deleted resource leaves its list, or the list shows that it is deleted. Lists of some servers have deleted items for a time, so
 * this is only a warning.
 *
 * @param before the item before the deletion
 */
export function isUnlisted(
  created: CreatedResource,
  { list, remove }: { list: Operation; remove: Operation },
  before: JsonObject | undefined,
  listing: ListedItems,
): Judgment[] {
  const { retrieve } = created.resource;
  const [item] = itemsFor(listing, created);
  if (!item) return [];
  if (!retrieve && (!before || !isSameValues(before, item))) return [];
  const breach = retrieve
    ? broken("deleted-resource-listed", { operation: list.id, read: retrieve.id })
    : broken("deleted-item-listed", { operation: remove.id, list: list.id });
  const facts = { ...breach, expected: `no item with ${identifying(created)}`, received: "the item" };
  return [ofCreated(created, retrieve ? list : remove, facts, listing.exchange)];
}

/** A list before and after the deletion of one of its items. */
export interface ReadTwice {
  before: ListedItems;
  after: ListedItems;
}

/** Whether a list counts as many items after a deletion as before it. Somebody else may have added one meanwhile. */
export function keepsCount(document: OpenApiDocument, list: Operation, { before, after }: ReadTwice): boolean {
  return unreducedTotal(document, list, before.exchange, after.exchange) !== undefined;
}

/** A list does not count deleted items. Others may add one between two readings, so each of two deletions has to show it: a warning. */
export function uncountedItem(
  created: CreatedResource,
  { document, list, remove }: { document: OpenApiDocument; list: Operation; remove: Operation },
  readings: readonly ReadTwice[],
): Judgment[] {
  const totals = readings.map(({ before, after }) => unreducedTotal(document, list, before.exchange, after.exchange));
  const [last, total] = [readings.at(-1), totals.at(-1)];
  if (!last || !total || readings.length < 2 || totals.includes(undefined)) return [];
  const breach = broken("deleted-item-counted", { list: list.id, operation: remove.id });
  const facts = { expected: `${total.name} ${total.before - 1}`, received: `${total.name} ${total.count}` };
  return [ofCreated(created, list, { ...breach, ...facts }, last.after.exchange)];
}
