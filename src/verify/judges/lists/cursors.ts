import type { Judgment } from "../../model/finding/finding.js";
import type { Page } from "../../relations/pages.js";
import { broken } from "../../rules/sentence.js";
import { type JudgedList, pageJudgment, wrongHasMore } from "./judged-list.js";

/**
 * A page beside an item has the items directly before or after it, and not the item.
 *
 * @param ids of the list, in its order
 * @param index of the item in the list
 */
export function neighborsOf(
  judged: JudgedList,
  page: Page,
  ids: readonly string[],
  index: number,
  direction: "precede" | "follow",
): Judgment[] {
  const count = Math.max(1, page.ids.length);
  const [start, end] = direction === "follow" ? [index + 1, index + 1 + count] : [Math.max(0, index - count), index];
  const wanted = ids.slice(start, end);
  const isIncluded = page.ids.includes(ids[index] ?? "");
  const hasOthers = direction === "precede" && page.ids.length > wanted.length;
  if (!isIncluded && !hasOthers && wanted.every((id) => page.ids.includes(id))) return [];
  const facts = {
    about: { list: direction === "precede" ? "backward cursor" : "cursor" },
    ...(isIncluded ? broken("cursor-item-included", {}) : broken("page-beside-wrong-item", { direction })),
    expected: wanted.join(", "),
    received: page.ids.join(", ") || "no items",
  } as const;
  return [pageJudgment(judged, facts, page)];
}

/** A page after an item has the next one of the list, at any place of the page. @param next its identifier */
export function besideCursor(judged: Omit<JudgedList, "whole">, page: Page, next: string): Judgment[] {
  if (page.ids.includes(next)) return [];
  const facts = {
    about: { list: "cursor" },
    ...broken("page-beside-wrong-item", { direction: "follow" }),
    expected: next,
    received: "a page without it",
  } as const;
  return [pageJudgment(judged, facts, page)];
}

/** Items exist on both sides of the page, so more exist in whichever direction `has_more` looks. @param before how many precede it */
export function middleAnnounced(judged: JudgedList, page: Page, before: number): Judgment[] {
  const isWrong = page.hasMore === false && before > 0;
  return isWrong ? [wrongHasMore(judged, page, "no-more-items-announced-in-the-middle")] : [];
}

/** No items follow the last one. @param beyond the page after it */
export function endAfterLast(judged: JudgedList, beyond: Page): Judgment[] {
  if (beyond.ids.length === 0 && beyond.hasMore !== true) return [];
  const facts = {
    about: { list: beyond.ids.length > 0 ? "cursor" : "more items" },
    ...broken("list-does-not-end-after-last-item", {}),
    expected: "no items, has_more false",
    received: `${beyond.ids.length} items, has_more ${beyond.hasMore}`,
  } as const;
  return [pageJudgment(judged, facts, beyond)];
}

/** No items precede the first one. @param beyond the page before it */
export function startBeforeFirst(judged: JudgedList, beyond: Page): Judgment[] {
  if (beyond.ids.length === 0) return [];
  const facts = {
    about: { list: "backward cursor" },
    ...broken("page-before-first-item-not-empty", {}),
    expected: "no items",
    received: beyond.ids.join(", "),
  } as const;
  return [pageJudgment(judged, facts, beyond)];
}

/** The second page leads back to the first one. A page may have fewer items than were requested. */
export function wayBack(judged: JudgedList, first: Page, page: Page): Judgment[] {
  if (page.ids.length > 0 && page.ids.every((id) => first.ids.includes(id))) return [];
  const facts = {
    basis: judged.list.paging.basis,
    about: { list: "backward cursor" },
    ...broken("second-page-does-not-lead-back", {}),
    expected: first.ids.join(", "),
    received: page.ids.join(", ") || "no items",
  } as const;
  return [pageJudgment(judged, facts, page)];
}
