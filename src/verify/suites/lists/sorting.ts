import type { Sorting } from "#statements/sorting.js";
import { type EnumOrders, sortedItems } from "#verify/judges/lists/order.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { largestPage, sent, sizedBy } from "#verify/resources/lists/read-pages.js";
import { type ListCheck, partOf, readPage } from "./list-check.js";

/** So many documented orders are requested. */
const MAX_ORDERS = 4;

/** A list is sorted as requested, over all of its pages. */
export async function isSortedAsRequested(check: ListCheck, sortings: readonly Sorting[]): Promise<void> {
  const { context, list, whole } = check;
  const usable = sortings.filter(({ property }) => new Set(whole.items.map((item) => item[property])).size > 1);
  if (usable.length === 0) throw new Skipped("all items of the list have the same values");
  const orders: EnumOrders = new Map();
  for (const sorting of usable.slice(0, MAX_ORDERS)) {
    const query = sorting.query.map(({ parameter, value }) => sent(parameter, value));
    const page = await readPage(check, [...largestPage(context, list), ...query]);
    if (!page || !context.judge(sortedItems(check, sorting, { items: page.items, page }, orders))) return;
    const sized = [...sizedBy(list.paging, partOf(check, page.items.length)), ...query];
    const first = await readPage(check, sized);
    const second = first && first.next.length > 0 ? await readPage(check, [...sized, ...first.next]) : undefined;
    if (!first || !second) continue;
    const both = { items: [...first.items, ...second.items], page: second };
    if (!context.judge(sortedItems(check, sorting, both, orders))) return;
  }
}
