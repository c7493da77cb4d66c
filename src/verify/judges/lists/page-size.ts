import type { JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Judgment } from "../../model/finding/finding.js";
import type { Page } from "../../relations/pages.js";
import { broken } from "../../rules/sentence.js";
import { type JudgedList, pageJudgment } from "./judged-list.js";

/** A page has at least one item while the list has any. @param size that was requested */
export function filledPage(judged: JudgedList, size: number, page: Page): Judgment[] {
  if (page.ids.length > 0) return [];
  const facts = {
    basis: judged.basisOf("page size"),
    about: { list: "page size" },
    ...broken("page-empty", {}),
    expected: `1 to ${size} items`,
    received: "no items",
  } as const;
  return [pageJudgment(judged, facts, page)];
}

/**
 * Whether a page has the items at one end of those that were read.
 *
 * @param size how many items a page has; of the end, if it is negative
 */
export function isPageOf({ items, hasMore }: Page, read: readonly JsonObject[], size: number): boolean {
  const expected = size < 0 ? read.slice(size) : read.slice(0, size);
  const isRest = hasMore === undefined || hasMore === read.length > expected.length;
  return isRest && jsonText(items) === jsonText(expected);
}

/**
 * A page without a page size differs from one of the default size.
 *
 * @param part of the list in words; undefined for its beginning
 * @param sized a page of the default size
 */
export function otherThanDefault(
  judged: JudgedList,
  part: string | undefined,
  { page, sized, size }: { page: Page; sized: Page; size: number },
): Judgment {
  const facts = {
    basis: judged.basisOf("page size"),
    about: { list: "default page size" },
    ...(part === undefined
      ? broken("default-page-size-differs", {})
      : broken("default-page-size-differs-in-part", { part })),
    expected: `${summaryOf(sized)}, as with ${size}`,
    received: summaryOf(page),
  } as const;
  return pageJudgment(judged, facts, page);
}

function summaryOf({ ids, hasMore }: Page): string {
  return `${ids.length} items from ${ids[0]} to ${ids.at(-1)}${hasMore === undefined ? "" : `, has_more ${hasMore}`}`;
}
