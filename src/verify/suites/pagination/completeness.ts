import { skipFor } from "#verify/model/test-case/need.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import {
  maximumPageSize,
  type Pages,
  pageSizeQuery,
  type Query,
  queryBeside,
  readForward,
  readPage,
} from "./list-reader.js";
import { failHasMore, failPage, type ListCheck } from "./stable-list.js";

/** Reading the list page by page yields every item once, and `hasMore` is true exactly while more items exist. */
export async function yieldsEveryItemOnce(check: ListCheck): Promise<void> {
  const { context, list, whole } = check;
  if (whole.ids.length < 2) throw new Skipped(skipFor({ kind: "items", found: whole.ids.length, wanted: 2 }));
  expectConsistentPages(check, whole);
  const size = Math.max(1, Math.min(Math.ceil(whole.ids.length / 3), maximumPageSize(list) ?? 10));
  if (list.pagination.pageSize !== undefined) {
    const small = await readForward(context, list, pageSizeQuery(list, size));
    expectConsistentPages(check, small);
    if (small.complete && whole.complete) expectSameItems(check, whole.ids, small, `pages of ${size}`);
    await expectEndOneByOne(check);
  }
  const last = whole.pages.at(-1);
  if (whole.complete && last?.next !== undefined && last.hasMore === false) {
    const query = { ...pageSizeQuery(list, size), [list.pagination.forward.parameter]: last.next };
    const beyond = await readPage(context, list, query);
    if (beyond && beyond.ids.length > 0) failHasMore(check, last);
  }
  if (!whole.complete) {
    throw new Skipped(`the list has more than ${whole.ids.length} items and was not read to its end`);
  }
}

/** No item is on two pages, and a page that announces more items is followed by items. */
export function expectConsistentPages(check: ListCheck, { ids, pages }: Pages): void {
  const duplicates = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (duplicates.length > 0) {
    const page = pages.findLast((each) => each.ids.some((id) => duplicates.includes(id)));
    failPage(check, page, {
      message: "an item occurs twice",
      expected: "every item once",
      received: `${duplicates[0]} more than once, on ${pages.length} pages`,
    });
  }
  for (const [index, page] of pages.entries()) {
    if (page.hasMore !== true) continue;
    if (pages[index + 1]?.ids.length === 0) failHasMore(check, page, ": the next page is empty");
    if (page.ids.length === 0) failHasMore(check, page, ": the page is empty");
  }
}

/** Two readings of a list have the same items. @param subject the second reading, in words */
export function expectSameItems(
  check: ListCheck,
  wanted: readonly string[],
  { ids: found, pages }: Pick<Pages, "ids" | "pages">,
  subject: string,
): void {
  const missing = wanted.filter((id) => !found.includes(id));
  const extra = found.filter((id) => !wanted.includes(id));
  if (missing.length === 0 && extra.length === 0) return;
  failPage(check, pages.at(-1), {
    message: `${subject} do not have the same items as the list`,
    expected: `the ${wanted.length} items of the list`,
    received:
      missing.length > 0
        ? `${missing[0]} is missing (${found.length} of ${wanted.length})`
        : `${extra[0]} is an extra item`,
  });
}

/** Reads the last items one by one: at the end of the list, one item decides whether more exist. */
async function expectEndOneByOne(check: ListCheck): Promise<void> {
  const { context, list, whole } = check;
  if (!whole.complete) return;
  for (const { query, hasMore, ids } of endOfList(check)) {
    const page = await readPage(context, list, query);
    // A server may send fewer items than requested; then more exist.
    if (!page || page.ids.length !== ids.length) continue;
    if (page.hasMore !== undefined && page.hasMore !== hasMore) failHasMore(check, page);
    if (page.ids.every((id) => ids.includes(id))) continue;
    expectSameItems(check, ids, { ids: page.ids, pages: [page] }, "the pages at the end of the list");
  }
}

/** Queries for the end of the list, and what they should yield. */
function endOfList({ list, whole }: ListCheck): { query: Query; hasMore: boolean; ids: string[] }[] {
  const { ids, items } = whole;
  const maximum = maximumPageSize(list) ?? ids.length;
  const ofSize = (size: number, hasMore: boolean) =>
    size <= maximum ? [{ query: pageSizeQuery(list, size), hasMore, ids: ids.slice(0, size) }] : [];
  const after = (index: number, hasMore: boolean) => {
    const query = queryBeside(list.pagination.forward, items[index]);
    const next = ids.slice(index + 1, index + 2);
    return query ? [{ query: { ...pageSizeQuery(list, 1), ...query }, hasMore, ids: next }] : [];
  };
  return [
    ...ofSize(ids.length, false),
    ...ofSize(ids.length - 1, true),
    ...after(ids.length - 2, false),
    ...after(ids.length - 3, true),
  ];
}
