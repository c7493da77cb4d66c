import { hasStatedCursor, isShown, namesItem, requestedSize } from "#statements/paging/paging.js";
import type { Judgment } from "../../model/finding/finding.js";
import type { RequestSpec } from "../../model/request/request-spec.js";
import { excessOf, totalFinding } from "../../relations/page-findings.js";
import { endsEmpty, type Page, type Pages } from "../../relations/pages.js";
import { wrongTotal } from "../../relations/totals.js";
import { broken } from "../../rules/sentence.js";
import { type JudgedList, pageJudgment, wrongHasMore } from "./judged-list.js";

/** A page never has more items than its page size, or than the default page size. */
export function fittingPage(judged: JudgedList, { parameters }: RequestSpec, page: Page): Judgment[] {
  const { paging } = judged.list;
  const { pageSize } = paging;
  const size = parameters.find(({ parameter }) => parameter.name === pageSize?.name)?.value;
  const requested = requestedSize(paging, size, (name) => page.exchange.headers.get(name));
  const facts = pageSize && excessOf(judged.document, pageSize, requested, page.ids.length);
  return facts ? [pageJudgment(judged, { basis: judged.basisOf("page size"), ...facts }, page)] : [];
}

/** No item is on two pages. */
export function itemsOnce(judged: JudgedList, { pages }: Pages): Judgment[] {
  const repeated = repeatedItem(judged, pages);
  if (!repeated) return [];
  const { page, id } = repeated;
  const isSame = page.ids.join() === pages[pages.indexOf(page) - 1]?.ids.join();
  const facts = { expected: "every item once", received: `${id} more than once, on ${pages.length} pages` };
  const breach = broken(isSame ? "page-repeated" : "item-repeated", {});
  return [pageJudgment(judged, { about: { list: "cursor" }, ...breach, ...facts }, page)];
}

/** The first page with an item that was before. Items of a list that nothing describes may be equal on one page. */
function repeatedItem({ list }: JudgedList, pages: readonly Page[]): { page: Page; id: string } | undefined {
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

/** A page that announces more items is followed by items, and the pages end. */
export function announcedItems(judged: JudgedList, { pages, isComplete }: Pages): Judgment[] {
  const announcing = pages.flatMap((page, index): Judgment[] => {
    if (page.hasMore !== true) return [];
    const isLast = page === pages.at(-1) && page.ids.length > 0;
    return [
      ...(pages[index + 1]?.ids.length === 0
        ? [wrongHasMore(judged, page, "more-items-announced-before-empty-page")]
        : []),
      ...(page.ids.length === 0 ? [wrongHasMore(judged, page, "more-items-announced-on-empty-page")] : []),
      ...(isLast ? shownNext(judged, page) : []),
    ];
  });
  if (isComplete || !endsEmpty(pages)) return announcing;
  const facts = { expected: "an end", received: "empty pages, and the last one announces another page" };
  const endless = { about: { list: "more items" }, ...broken("pages-do-not-end", {}), ...facts } as const;
  return [...announcing, pageJudgment(judged, endless, pages.at(-1))];
}

/** A page that announces more items leads to them. Names suggest the field that leads to them, so this is a warning. */
function shownNext(judged: JudgedList, page: Page): Judgment[] {
  const { next } = judged.list.paging;
  if (page.next.length > 0 || !isShown(next)) return [];
  const facts = {
    basis: "inferred",
    about: { list: "more items" },
    ...broken("next-page-not-shown", {}),
    expected: next?.pointer === undefined ? "an address of the next page" : `a value at ${next.pointer}`,
    received: "has_more true, and no next page",
  } as const;
  return [pageJudgment(judged, facts, page)];
}

/** Two readings of a list have the same items. @param subject the second reading, in words */
export function sameItems(
  judged: JudgedList,
  wanted: readonly string[],
  { ids, pages }: Pick<Pages, "ids" | "pages">,
  subject: string,
): Judgment[] {
  const { list, whole } = judged;
  const [found, known] = [new Set(ids), new Set(wanted)];
  const missing = wanted.filter((id) => !found.has(id));
  // A server may limit the number of items. So only a whole list of several pages shows that an item is an extra one.
  const isWhole = whole.isComplete && (whole.pages.length > 1 || hasStatedCursor(list.paging));
  const extra = isWhole ? ids.filter((id) => !known.has(id)) : [];
  if (missing.length === 0 && extra.length === 0) return [];
  const facts = {
    about: { list: "items" },
    ...broken("pages-have-other-items", { pages: subject }),
    expected: `the ${wanted.length} items of the list`,
    received:
      missing.length > 0
        ? `${missing[0]} is missing (${found.size} of ${wanted.length})`
        : `${extra[0]} is an extra item`,
  } as const;
  return [pageJudgment(judged, facts, pages.at(-1))];
}

/** The page that a page without more items leads to is empty. */
export function nothingBeyond(judged: JudgedList, last: Page, beyond: Page): Judgment[] {
  return beyond.ids.length > 0 ? [wrongHasMore(judged, last)] : [];
}

/** A page that says that there are more items leads to them. @param beyond the page to which it leads */
export function itemsBeyond(judged: JudgedList, page: Page, beyond: Page): Judgment[] {
  return beyond.ids.length === 0 && beyond.hasMore !== true ? [wrongHasMore(judged, page)] : [];
}

/** A page with all items of its query announces no further ones. @param count how many its query selects */
export function endAnnounced(judged: JudgedList, page: Page, count: number): Judgment[] {
  // A server may send fewer items than requested; then more exist.
  return page.hasMore === true && page.ids.length === count ? [wrongHasMore(judged, page)] : [];
}

/** A page without all items of the list announces further ones. */
export function restAnnounced(judged: JudgedList, page: Page): Judgment[] {
  return page.hasMore === false && judged.whole.ids.length > page.ids.length ? [wrongHasMore(judged, page)] : [];
}

/** A page at the end of the list, as it should be. */
export interface EndPage {
  ids: string[];
  hasMore: boolean;
}

/** A page at the end of the list has the last items, and says whether more exist. One item decides it. */
export function endOfList(judged: JudgedList, wanted: EndPage, page: Page): Judgment[] {
  // A server may send fewer items than requested; then more exist.
  if (page.ids.length !== wanted.ids.length) return [];
  const isWrong = page.hasMore !== undefined && page.hasMore !== wanted.hasMore;
  const isOther = page.ids.some((id) => !wanted.ids.includes(id));
  const read = { ids: page.ids, pages: [page] };
  return [
    ...(isWrong ? [wrongHasMore(judged, page)] : []),
    ...(isOther ? sameItems(judged, wanted.ids, read, "the pages at the end of the list") : []),
  ];
}

/** A page that has all items of its query counts them right. Names suggest it, so this is a warning. */
export function countedItems(judged: JudgedList, page: Page, wanted = page.ids.length): Judgment[] {
  const counts = { wanted, count: page.ids.length };
  const wrong = wrongTotal(judged.document, judged.list.operation, page.exchange, counts);
  return wrong ? [pageJudgment(judged, { basis: "inferred", ...totalFinding(wrong, wanted) }, page)] : [];
}

/**
 * The pages of a whole list count all of its items. A count may be that of the items on the page, unless its name or its words
 * say otherwise.
 */
export function countedList(judged: JudgedList, { pages, ids, isComplete }: Pages): Judgment[] {
  const wrong = isComplete ? pages.map((page) => countedItems(judged, page, ids.length)) : [];
  return countsRest(judged, { pages, ids }) ? [] : (wrong.find((judgments) => judgments.length > 0) ?? []);
}

/** Whether each page counts the items from its own first one on. The query of a page that begins after an item selects these. */
function countsRest(judged: JudgedList, { pages, ids }: Pick<Pages, "pages" | "ids">): boolean {
  const { next } = judged.list.paging;
  if (pages.length < 2 || !(isShown(next) || namesItem(next))) return false;
  let rest = ids.length;
  return pages.every((page) => {
    const judgments = countedItems(judged, page, rest);
    rest -= page.ids.length;
    return judgments.length === 0;
  });
}
