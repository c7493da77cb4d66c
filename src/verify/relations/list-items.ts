import { isObject, type JsonObject } from "#openapi/document/document.js";
import { isNumber } from "#openapi/document/long-integer.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { ListOperation } from "#statements/list-items.js";
import { type Exchange, jsonOf } from "../model/request/exchange.js";

/** How many items of a page are looked at: a page of a million would block the run. */
export const MAX_ITEMS = 2000;

/** The items of a page that are objects, up to a maximum. */
export function itemsOf({ paging }: Pick<ListOperation, "paging">, page: Exchange): JsonObject[] {
  const items = valueAt(jsonOf(page), paging.items);
  return Array.isArray(items) ? items.slice(0, MAX_ITEMS).filter(isObject) : [];
}

/** The items of a page that are texts or numbers, up to a maximum. */
export function plainItemsOf({ paging }: Pick<ListOperation, "paging">, page: Exchange): (string | number | bigint)[] {
  const items = valueAt(jsonOf(page), paging.items);
  if (!Array.isArray(items)) return [];
  return items.slice(0, MAX_ITEMS).filter((item) => typeof item === "string" || isNumber(item));
}

/** Whether a page has more items than are looked at. Something that is not among these may be on the page. */
export function hasMoreItems({ paging }: Pick<ListOperation, "paging">, page: Exchange): boolean {
  const items = valueAt(jsonOf(page), paging.items);
  return Array.isArray(items) && items.length > MAX_ITEMS;
}
