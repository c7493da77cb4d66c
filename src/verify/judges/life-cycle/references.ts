import type { Operation } from "#openapi/operations/operation.js";
import { type Filter, filterValues, matches } from "#statements/filters.js";
import type { ListOperation } from "#statements/list-items.js";
import type { Judgment } from "../../model/finding/finding.js";
import { type Exchange, isSuccess } from "../../model/request/exchange.js";
import { itemsOf } from "../../relations/list-items.js";
import { inJson } from "../../rules/differing-fields.js";
import { broken } from "../../rules/sentence.js";
import { type CreatedResource, ofCreated } from "./created-resource.js";

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
