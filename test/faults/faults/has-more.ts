import type { Change } from "../change.js";
import type { Window } from "../window.js";
import { beyond, page, sizeOf } from "./paging.js";

/** A fault in what has_more tells (L8). */
const hasMore = (id: string, title: string, show: (window: Window, query: URLSearchParams) => boolean | undefined) =>
  page(`has-more-${id}`, title, ["L8"], (window, query) => {
    const told = show(window, query);
    return told === undefined ? undefined : { hasMore: told };
  });

export const HAS_MORE: Change[] = [
  hasMore("always-true", "Says that more items exist, always.", () => true),
  hasMore("always-false", "Says that no more items exist, always.", () => false),
  hasMore(
    "true-when-full",
    "Takes a full page for one with more behind it.",
    (window) => sizeOf(window) === window.limit,
  ),
  hasMore("false-when-one-left", "Says that no more items exist when one does.", (window) => beyond(window) > 1),
  hasMore(
    "by-the-total",
    "Compares limit with the whole list, wherever the page stands.",
    ({ items, limit }) => items.length > limit,
  ),
  hasMore("unfiltered", "Counts the items that the filter leaves out.", (window, query) =>
    query.has("origin") ? window.unfiltered > sizeOf(window) : undefined,
  ),
  hasMore("false-with-filter", "Says that no more items exist when there is a filter.", (_, query) =>
    query.has("origin") ? false : undefined,
  ),
  hasMore("false-after-cursor", "Says that no more items exist after a cursor.", ({ direction }) =>
    direction === "after" ? false : undefined,
  ),
  hasMore("false-before-cursor", "Says that no more items exist before a cursor.", ({ direction }) =>
    direction === "before" ? false : undefined,
  ),
  hasMore("false-by-default", "Says that no more items exist when the request names no limit.", (_, query) =>
    query.has("limit") ? undefined : false,
  ),
  hasMore("reversed", "Says the opposite of what is so.", (window) => beyond(window) === 0),
];
