import type { JsonObject } from "#openapi/document/document.js";
import { reply } from "../answers.js";
import type { Change } from "../change.js";
import { withQuery } from "../requests.js";
import { type Shown, type Sort, shows, type Window } from "../window.js";

/** A fault in which part of the list a page shows. */
export function page(
  id: string,
  title: string,
  breaks: string[],
  show: (window: Window, query: URLSearchParams) => Shown | undefined,
  sort?: Sort,
): Change {
  return { id, title, breaks, answer: shows((window, { query }) => show(window, query), sort) };
}

/** A fault in pages after a cursor (L4), or before one (L5). */
const after = (id: string, title: string, show: (window: Window, query: URLSearchParams) => Shown | undefined) =>
  page(`after-${id}`, title, ["L4", "L8"], (window, query) =>
    window.direction === "after" ? show(window, query) : undefined,
  );
const before = (id: string, title: string, show: (window: Window, query: URLSearchParams) => Shown | undefined) =>
  page(`before-${id}`, title, ["L5", "L8"], (window, query) =>
    window.direction === "before" ? show(window, query) : undefined,
  );
/** How many items an honest page has, and whether more are in its direction. */
export const sizeOf = ({ start, end }: Window) => end - start;
export const beyond = ({ direction, start, end, items }: Window) =>
  direction === "before" ? start : items.length - end;
/** Only an item that the filter leaves can be shown, the cursor's own too. */
const inclusive = ({ start, items, limit, cursor }: Window) =>
  items[start - 1] === cursor ? { start: start - 1, end: start - 1 + limit } : undefined;
const inclusiveBefore = ({ end, items, limit, cursor }: Window) =>
  items[end] === cursor ? { start: end + 1 - limit, end: end + 1 } : undefined;
const secondOf = (item: JsonObject | undefined) => String(item?.created_at).slice(0, 19);

/** What happens to both cursors at once (L6). */
function both(id: string, title: string, drop: ("after" | "before")[]): Change {
  const given = (query: URLSearchParams) => query.has("after") && query.has("before");
  return {
    id: `both-cursors-${id}`,
    title,
    breaks: ["L6"],
    request: (request, { operation }) =>
      operation === "listSuppressions" && given(request.query)
        ? withQuery(request, Object.fromEntries(drop.map((name) => [name, null])))
        : request,
  };
}

export const PAGING: Change[] = [
  after("inclusive", "Begins a page after a cursor with the cursor's own item.", inclusive),
  after(
    "inclusive-with-filter",
    "Begins a filtered page after a cursor with the cursor's own item.",
    (window, query) => (query.has("origin") ? inclusive(window) : undefined),
  ),
  after("skips-one", "Skips the item next to the cursor.", ({ start, end }) => ({ start: start + 1, end: end + 1 })),
  after(
    "skips-one-with-filter",
    "Skips the item next to the cursor when there is a filter.",
    ({ start, end }, query) => (query.has("origin") ? { start: start + 1, end: end + 1 } : undefined),
  ),
  after("ignored", "Ignores after.", ({ limit }) => ({ start: 0, end: limit })),
  after("wrong-side", "Shows what precedes the cursor for what comes after it.", ({ start, limit, items, cursor }) => {
    const end = items[start - 1] === cursor ? start - 1 : start;
    return { start: end - limit, end, hasMore: end > limit };
  }),
  after(
    "whole-second",
    "Compares whole seconds, and so skips items of the cursor's second.",
    ({ items, start, end, cursor }) => {
      const next = items.findIndex((each, at) => at >= start && secondOf(each) !== secondOf(cursor));
      return next === -1 ? { start: items.length } : { start: next, end: next + (end - start) };
    },
  ),
  after("goes-40-deep", "Shows nothing beyond the fortieth item.", ({ start, end }) =>
    start >= 40 ? { data: [], hasMore: false } : end >= 40 ? { end: 40, hasMore: false } : undefined,
  ),

  before("inclusive", "Ends a page before a cursor with the cursor's own item.", inclusiveBefore),
  before("skips-one", "Skips the item that directly precedes the cursor.", ({ start, end }) => ({
    start: start - 1,
    end: end - 1,
  })),
  before("wrong-side", "Shows what comes after the cursor for what precedes it.", ({ end, limit, items, cursor }) => {
    const start = items[end] === cursor ? end + 1 : end;
    return { start, end: start + limit, hasMore: items.length > start + limit };
  }),
  before("ignored", "Ignores before.", ({ limit, items }) => ({ start: 0, end: limit, hasMore: items.length > limit })),
  before("far-end", "Begins a page before a cursor at the far end of the list.", ({ end, limit }) => ({
    start: 0,
    end: Math.min(end, limit),
    hasMore: end > limit,
  })),
  before("inclusive-with-filter", "Ends a filtered page before a cursor with its own item.", (window, query) =>
    query.has("origin") ? inclusiveBefore(window) : undefined,
  ),

  both("after-wins", "Takes both cursors, and follows after.", ["before"]),
  both("before-wins", "Takes both cursors, and follows before.", ["after"]),
  both("ignored", "Takes both cursors, and follows neither.", ["after", "before"]),
  {
    id: "both-cursors-empty",
    title: "Answers both cursors with an empty list instead of refusing them.",
    breaks: ["L6"],
    request: (request, { operation, caller }) =>
      operation === "listSuppressions" &&
      caller &&
      caller !== "outsideBeta" &&
      request.query.has("after") &&
      request.query.has("before")
        ? reply(200, { object: "list", has_more: false, data: [] })
        : request,
  },

  page(
    "boundary-loses-item",
    "Leaves out the last item of a page that has more behind it, for the next one.",
    ["L8"],
    (window) => {
      const { items, start, end, direction } = window;
      if (direction === "before" || beyond(window) === 0 || sizeOf(window) < 2) return undefined;
      return { data: [...items.slice(start, end - 1), ...items.slice(end, end + 1)], hasMore: end + 1 < items.length };
    },
  ),
  page(
    "boundary-loses-item-with-filter",
    "Leaves out the last item of a filtered page that has more behind it.",
    ["L8"],
    (window, query) => {
      const { items, start, end, direction } = window;
      if (!query.has("origin") || direction === "before" || beyond(window) === 0 || sizeOf(window) < 2)
        return undefined;
      return { data: [...items.slice(start, end - 1), ...items.slice(end, end + 1)], hasMore: end + 1 < items.length };
    },
  ),
  page(
    "item-twice-in-page",
    "Shows the first item of a page twice, and the last but one not at all.",
    ["L8"],
    (window) => {
      const { items, start, end } = window;
      return sizeOf(window) < 3
        ? undefined
        : { data: [...items.slice(start, start + 1), ...items.slice(start, end - 2), ...items.slice(end - 1, end)] };
    },
  ),
  page("newest-on-every-page", "Shows the newest item first on every page.", ["L4", "L8"], (window) => {
    const { items, start, end, direction } = window;
    if (direction !== "after" || sizeOf(window) < 2) return undefined;
    return { data: [...items.slice(0, 1), ...items.slice(start, end - 1)], hasMore: end - 1 < items.length };
  }),
  page("list-hides-oldest", "Never lists the oldest item, which can be retrieved.", ["L8"], ({ items, end }) =>
    end === items.length ? { end: end - 1, hasMore: false } : undefined,
  ),
  page(
    "order-changes",
    "Lists in another order at each request.",
    ["L4", "L8"],
    () => ({}),
    (items) =>
      items
        .map((item) => ({ item, place: Math.random() }))
        .sort((one, other) => one.place - other.place)
        .map(({ item }) => item),
  ),
];
