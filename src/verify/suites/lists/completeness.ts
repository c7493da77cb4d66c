import { hasStatedCursor, namesItem } from "#statements/paging/paging.js";
import {
  announcedItems,
  countedList,
  type EndPage,
  endOfList,
  itemsOnce,
  nothingBeyond,
  sameItems,
} from "#verify/judges/lists/pages.js";
import type { ParameterValue } from "#verify/model/request/request-spec.js";
import { skipFor } from "#verify/model/test-case/need.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { movesOn, type Pages } from "#verify/relations/pages.js";
import { besideItem, pageSizes, sizedBy } from "#verify/resources/lists/read-pages.js";
import { type ListCheck, noteHeld, partOf, readForward, readPage } from "./list-check.js";

/** Reading the list page by page yields every item once, and `hasMore` is true exactly while more items exist. */
export async function yieldsEveryItemOnce(check: ListCheck): Promise<void> {
  const { context, list, whole } = check;
  const { pageSize, next } = list.paging;
  // A server may have faults in its largest pages alone.
  const usual = whole.ids.length < 2 ? await readPage(check, []) : undefined;
  const ids = [...new Set([...whole.ids, ...(usual?.ids ?? [])])];
  if (ids.length < 2) throw new Skipped(skipFor({ kind: "items", found: ids.length, wanted: 2 }));
  if (!pageSize) noteMoving(check, whole);
  // A server may repeat its only page for every number.
  if (!pageSize || hasStatedCursor(list.paging)) judgePages(check, whole);
  if (pageSize) {
    const size = partOf(check, ids.length);
    const small = await readForward(check, sizedBy(list.paging, size));
    if (small) {
      noteMoving(check, small);
      if (ids.length > size && small.pages[0]?.ids.length === size) noteHeld(check, "page size", String(size));
      const isConsistent = judgePages(check, small);
      if (isConsistent) context.judge(countedList(check, small));
      // Without a way to the next page, a page size limits the whole list.
      if (next && small.isComplete && isConsistent) context.judge(sameItems(check, ids, small, `pages of ${size}`));
    }
    if (next && usual && whole.isComplete) context.judge(sameItems(check, usual.ids, whole, "the largest pages"));
    await readEndOneByOne(check);
  }
  const last = whole.pages.at(-1);
  if (last && whole.isComplete) await readBeyond(check, last);
  if (!whole.isComplete) {
    throw new Skipped(`the list has more than ${whole.ids.length} items and was not read to its end`);
  }
}

function noteMoving(check: ListCheck, pages: Pages): void {
  if (movesOn(pages)) noteHeld(check, "next page", "second page");
}

/** Reads the page that a page without more items leads to. @param own the query of the page */
export async function readBeyond(
  check: ListCheck,
  last: Pages["pages"][number],
  own: readonly ParameterValue[] = [],
): Promise<void> {
  if (last.hasMore !== false || last.next.length === 0) return;
  const beyond = await readPage(check, [...own, ...last.next]);
  if (beyond) check.context.judge(nothingBeyond(check, last, beyond));
}

/** Judges consecutive pages. Returns whether no item is on two of them. */
export function judgePages(check: ListCheck, pages: Pages): boolean {
  const isOnce = check.context.judge(itemsOnce(check, pages));
  check.context.judge(announcedItems(check, pages));
  return isOnce;
}

/** Reads the last items one by one: at the end of the list, one item decides whether more exist. */
async function readEndOneByOne(check: ListCheck): Promise<void> {
  const { list, whole } = check;
  const { hasMore: announces, next } = list.paging;
  if (!whole.isComplete || (announces === undefined && !namesItem(next))) return;
  for (const { query, ...wanted } of endOf(check)) {
    const page = await readPage(check, query);
    if (page) check.context.judge(endOfList(check, wanted, page));
  }
}

/** Queries for the end of the list, and the pages that they should yield. */
function endOf(check: ListCheck): (EndPage & { query: ParameterValue[] })[] {
  const { context, list, whole } = check;
  const { ids, items } = whole;
  const { minimum, maximum = ids.length } = pageSizes(context, list);
  const ofSize = (size: number, hasMore: boolean) =>
    size >= minimum && size <= maximum ? [{ query: sizedBy(list.paging, size), hasMore, ids: ids.slice(0, size) }] : [];
  const after = (index: number, hasMore: boolean) => {
    const beside = minimum === 1 ? besideItem(list.paging.next, items[index]) : undefined;
    const following = ids.slice(index + 1, index + 2);
    return beside ? [{ query: [...sizedBy(list.paging, 1), ...beside], hasMore, ids: following }] : [];
  };
  return [
    ...ofSize(ids.length, false),
    ...ofSize(ids.length - 1, true),
    ...after(ids.length - 2, false),
    ...after(ids.length - 3, true),
  ];
}
