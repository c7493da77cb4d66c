import { hasStatedCursor, isShown, namesItem } from "#statements/paging/paging.js";
import type { ParameterValue } from "#verify/model/request/request-spec.js";
import { skipFor } from "#verify/model/test-case/need.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import {
  besideItem,
  endsEmpty,
  type Page,
  type Pages,
  pageSizes,
  sizedBy,
} from "#verify/resources/lists/read-pages.js";
import { broken } from "#verify/rules/sentence.js";
import { hasMoreFinding, type ListCheck, pageFinding, pagingKey, readForward, readPage } from "./list-check.js";
import { expectTotals } from "./total-checks.js";

/** Reading the list page by page yields every item once, and `hasMore` is true exactly while more items exist. */
export async function yieldsEveryItemOnce(check: ListCheck): Promise<void> {
  const { list, whole } = check;
  const { pageSize, next } = list.paging;
  // A server may have faults in its largest pages alone.
  const usual = whole.ids.length < 2 ? await readPage(check, []) : undefined;
  const ids = [...new Set([...whole.ids, ...(usual?.ids ?? [])])];
  if (ids.length < 2) throw new Skipped(skipFor({ kind: "items", found: ids.length, wanted: 2 }));
  if (!pageSize) noteMoving(check, whole);
  // A server may repeat its only page for every number.
  if (!pageSize || hasStatedCursor(list.paging)) expectConsistentPages(check, whole);
  if (pageSize) {
    const size = partOf(check, ids.length);
    const small = await readForward(check, sizedBy(list.paging, size));
    if (small) {
      noteMoving(check, small);
      if (ids.length > size && small.pages[0]?.ids.length === size) noteHeld(check, "page size", String(size));
      const isConsistent = expectConsistentPages(check, small);
      if (isConsistent) expectTotals(check, small);
      // Without a way to the next page, a page size limits the whole list.
      if (next && small.isComplete && isConsistent) expectSameItems(check, ids, small, `pages of ${size}`);
    }
    if (next && usual && whole.isComplete) expectSameItems(check, usual.ids, whole, "the largest pages");
    await expectEndOneByOne(check);
  }
  await expectNothingBeyond(check);
  if (!whole.isComplete) {
    throw new Skipped(`the list has more than ${whole.ids.length} items and was not read to its end`);
  }
}

/** A page size by which a number of items has three pages: the first, one in the middle, the last. */
export function partOf({ context, list }: ListCheck, count: number): number {
  const { minimum, maximum = 10 } = pageSizes(context, list);
  return Math.max(minimum, Math.min(Math.ceil(count / 3), maximum));
}

/** If the second page has other items than the first one, the way to it works. */
function noteMoving(check: ListCheck, { pages: [first, second] }: Pages): void {
  const known = new Set(first?.ids);
  if (second?.ids.some((id) => !known.has(id))) noteHeld(check, "next page", "second page");
}

function noteHeld({ context, list }: ListCheck, relation: "next page" | "page size", value: string): void {
  context.corroboration.add(pagingKey(list.operation, relation), value);
}

/** The page that a page without more items leads to is empty. */
async function expectNothingBeyond(check: ListCheck): Promise<void> {
  const { whole } = check;
  const last = whole.pages.at(-1);
  if (!whole.isComplete || last?.hasMore !== false || last.next.length === 0) return;
  const beyond = await readPage(check, last.next);
  if (beyond && beyond.ids.length > 0) check.context.fail(hasMoreFinding(check, last), last.exchange);
}

/**
 * No item is on two pages, the pages end, and a page that announces more items is followed by items.
 *
 * @returns whether no item is on two pages
 */
export function expectConsistentPages(check: ListCheck, read: Pages): boolean {
  const { pages } = read;
  const repeated = repeatedItem(check, pages);
  if (repeated) {
    const { page, id } = repeated;
    const isSame = page.ids.join() === pages[pages.indexOf(page) - 1]?.ids.join();
    check.context.fail(
      pageFinding(check, {
        about: { list: "cursor" },
        ...broken(isSame ? "page-repeated" : "item-repeated", {}),
        expected: "every item once",
        received: `${id} more than once, on ${pages.length} pages`,
      }),
      page.exchange,
    );
  }
  for (const [index, page] of pages.entries()) {
    if (page.hasMore !== true) continue;
    if (pages[index + 1]?.ids.length === 0)
      check.context.fail(hasMoreFinding(check, page, "more-items-announced-before-empty-page"), page.exchange);
    if (page.ids.length === 0)
      check.context.fail(hasMoreFinding(check, page, "more-items-announced-on-empty-page"), page.exchange);
    if (page === pages.at(-1) && page.ids.length > 0) expectNext(check, page);
  }
  if (!read.isComplete && endsEmpty(pages)) {
    check.context.fail(
      pageFinding(check, {
        about: { list: "more items" },
        ...broken("pages-do-not-end", {}),
        expected: "an end",
        received: "empty pages, and the last one announces another page",
      }),
      pages.at(-1)?.exchange,
    );
  }
  return !repeated;
}

/** A page that announces more items leads to them. Names suggest the field that leads to them, so this is a warning. */
function expectNext(check: ListCheck, page: Page): void {
  const { next } = check.list.paging;
  if (page.next.length > 0 || !isShown(next)) return;
  check.context.fail(
    pageFinding(check, {
      basis: "inferred",
      about: { list: "more items" },
      ...broken("next-page-not-shown", {}),
      expected: next?.pointer === undefined ? "an address of the next page" : `a value at ${next.pointer}`,
      received: "has_more true, and no next page",
    }),
    page.exchange,
  );
}

/** The first page with an item that was before. Items of a list that nothing describes may be equal on one page. */
function repeatedItem({ list }: ListCheck, pages: readonly Page[]): { page: Page; id: string } | undefined {
  const known = new Set<string>();
  for (const page of pages) {
    const own = new Set<string>();
    for (const id of page.ids) {
      if (known.has(id) || (own.has(id) && list.paging.basis === "stated")) return { page, id };
      own.add(id);
    }
    for (const id of own) known.add(id);
  }
  return undefined;
}

/** Two readings of a list have the same items. @param subject the second reading, in words */
export function expectSameItems(
  check: ListCheck,
  wanted: readonly string[],
  { ids, pages }: Pick<Pages, "ids" | "pages">,
  subject: string,
): void {
  const { list, whole } = check;
  const [found, known] = [new Set(ids), new Set(wanted)];
  const missing = wanted.filter((id) => !found.has(id));
  // A server may limit the number of items. So only a whole list of several pages shows that an item is an extra one.
  const isWhole = whole.isComplete && (whole.pages.length > 1 || hasStatedCursor(list.paging));
  const extra = isWhole ? ids.filter((id) => !known.has(id)) : [];
  if (missing.length === 0 && extra.length === 0) return;
  check.context.fail(
    pageFinding(check, {
      about: { list: "items" },
      ...broken("pages-have-other-items", { pages: subject }),
      expected: `the ${wanted.length} items of the list`,
      received:
        missing.length > 0
          ? `${missing[0]} is missing (${found.size} of ${wanted.length})`
          : `${extra[0]} is an extra item`,
    }),
    pages.at(-1)?.exchange,
  );
}

/** Reads the last items one by one: at the end of the list, one item decides whether more exist. */
async function expectEndOneByOne(check: ListCheck): Promise<void> {
  const { list, whole } = check;
  const { hasMore: announces, next } = list.paging;
  if (!whole.isComplete || (announces === undefined && !namesItem(next))) return;
  for (const { query, hasMore, ids } of endOfList(check)) {
    const page = await readPage(check, query);
    // A server may send fewer items than requested; then more exist.
    if (!page || page.ids.length !== ids.length) continue;
    if (page.hasMore !== undefined && page.hasMore !== hasMore)
      check.context.fail(hasMoreFinding(check, page), page.exchange);
    if (page.ids.every((id) => ids.includes(id))) continue;
    expectSameItems(check, ids, { ids: page.ids, pages: [page] }, "the pages at the end of the list");
  }
}

/** Queries for the end of the list, and the ids that they should yield. */
function endOfList(check: ListCheck): { query: ParameterValue[]; hasMore: boolean; ids: string[] }[] {
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
