import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type ServedResponse } from "../service.js";
import type { OrdersState } from "./state.js";

interface List {
  /** The oldest object first. */
  all: readonly JsonObject[];
  url: string;
  /** Whether the filters of the request select an object (default: all). */
  selects?(object: JsonObject): boolean;
  /** An object as the response has it (default: as it is). */
  shown?(object: JsonObject): JsonObject;
}

/** A page of a list, the newest object first. */
export function pageOf(request: ReadRequest, { all, url, selects = () => true, shown = (it) => it }: List) {
  const { limit = 10, starting_after, ending_before } = request.query;
  const newest = all.toReversed();
  const size = Number(limit);
  const respond = (data: JsonObject[], hasMore: boolean): ServedResponse =>
    json(200, { object: "list", data: data.map(shown), has_more: hasMore, url });

  if (ending_before !== undefined) {
    if (starting_after !== undefined) throw new Rejection(400, "/ending_before excludes starting_after.");
    const before = newest.slice(0, placeOf(ending_before, newest, "ending_before")).filter(selects);
    return respond(before.slice(-size), before.length > size);
  }
  const start = starting_after === undefined ? 0 : placeOf(starting_after, newest, "starting_after") + 1;
  const after = newest.slice(start).filter(selects);
  return respond(after.slice(0, size), after.length > size);
}

function placeOf(cursor: Json, objects: readonly JsonObject[], parameter: string): number {
  const place = objects.findIndex(({ id }) => id === cursor);
  if (place < 0) throw new Rejection(400, `/${parameter} is not in the list.`);
  return place;
}

/** Whether an object was created in the range of a request. */
export function isCreatedIn({ query }: ReadRequest, { created }: JsonObject): boolean {
  const { gt = -1, gte = 0, lt = Number.POSITIVE_INFINITY, lte = Number.POSITIVE_INFINITY } = asObject(query.created);
  const time = Number(created);
  return time > Number(gt) && time >= Number(gte) && time < Number(lt) && time <= Number(lte);
}

/** Whether a request has the value of a filter, or no such filter. */
export function isWanted({ query }: ReadRequest, filter: string, object: JsonObject): boolean {
  return query[filter] === undefined || object[filter] === query[filter];
}

/** Whether a request asks for the object in place of an id. */
export function expands({ query }: ReadRequest, field: string): boolean {
  return asList(query.expand).includes(field);
}

/** An order with its customer in place of the id. */
export function withCustomer(order: JsonObject, { customers }: OrdersState): JsonObject {
  const id = String(order.customer);
  return { ...order, customer: customers.get(id) ?? { id, object: "customer", deleted: true } };
}
