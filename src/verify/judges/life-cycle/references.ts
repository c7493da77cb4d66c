import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { type Filter, filterValues, matches } from "#statements/filters.js";
import type { ListOperation } from "#statements/list-items.js";
import { plainName } from "#statements/names.js";
import { isEmpty } from "../../model/finding/compare.js";
import type { Judgment } from "../../model/finding/finding.js";
import { type Exchange, isSuccess } from "../../model/request/exchange.js";
import { itemsOf } from "../../relations/list-items.js";
import { inJson } from "../../rules/differing-fields.js";
import { broken } from "../../rules/sentence.js";
import { type CreatedResource, ofCreated, type ShownResource } from "./created-resource.js";
import { isListedIn, type ListedItems } from "./listed.js";

/** A list that selects by a new resource, to which nothing belongs yet, lists nothing of others. Names suggest it: a warning. */
export function noItemsOfOthers(
  created: CreatedResource,
  list: ListOperation,
  filter: Filter,
  exchange: Exchange,
): Judgment[] {
  const values = isSuccess(exchange) ? itemsOf(list, exchange).flatMap((item) => filterValues(filter, item)) : [];
  const other = values.find((value) => !matches(filter, value, created.value));
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

/** A field of a request that names another resource. */
export interface Reference {
  name: string;
  /** The plain name of the thing that it names: `milestone` of `milestone_id`. */
  noun: string;
  value: Json;
}

/** A resource that was created with a reference is shown with it: by the same field, or as an object. A warning. */
export function keptReference(
  created: CreatedResource,
  { name, noun, value }: Reference,
  { resource, exchange }: ShownResource,
): Judgment[] {
  const fields = Object.keys(resource ?? {}).filter((field) => field === name || plainName(field) === noun);
  if (fields.length === 0 || !fields.every((field) => isEmpty(resource?.[field]))) return [];
  const breach = broken("created-field-lost", { operation: created.create.id, at: pointerTo("", name) });
  const facts = { ...breach, expected: jsonText(value), received: "no value" };
  return [ofCreated(created, created.create, facts, exchange)];
}

/** A list by a reference has the resource that has it, and no list by another one has it. Names suggest it: a warning. */
export function onlyReferring(
  created: CreatedResource,
  list: Operation,
  { parameter, value, isWanted }: { parameter: Parameter; value: Json; isWanted: boolean },
  listing: ListedItems,
): Judgment[] {
  const isListed = isListedIn(listing, created);
  if (isListed === undefined || isListed === isWanted) return [];
  const facts = isWanted
    ? broken("created-resource-not-filtered", { operation: list.id, parameter: parameter.name })
    : broken("items-of-others-listed", { operation: list.id, parameter: parameter.name, create: created.create.id });
  const sought = `${parameter.name} ${jsonText(value)}`;
  const expected = isWanted ? `the resource with ${sought}` : `no resource without ${sought}`;
  const received = isWanted ? `${listing.items.length} items without it` : "the resource";
  return [ofCreated(created, list, { ...facts, expected, received }, listing.exchange)];
}
