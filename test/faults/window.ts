import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { bodyOf, json, succeeded } from "./answers.js";
import type { Answer, Asked, Change, Tools } from "./change.js";
import { bearerOf } from "./requests.js";

/** Which part of a list an honest answer shows: `items` from `start` up to but without `end`. */
export interface Window {
  /** All items that the filter leaves. */
  items: JsonObject[];
  start: number;
  end: number;
  limit: number;
  /** The item that the request names by a cursor, in the list as it is without a filter. */
  cursor: JsonObject | undefined;
  direction: "after" | "before" | undefined;
  /** How many items there are without the filter. */
  unfiltered: number;
}

/** What a list shows instead; what is left out stays honest. */
export interface Shown {
  start?: number;
  end?: number;
  hasMore?: boolean;
  data?: JsonObject[];
}

export type Sort = (items: JsonObject[]) => JsonObject[];

/**
 * Answers lists from the whole list behind them, so that a fault can move the edges of a page. What the sandbox refuses
 * stays refused.
 *
 * @param sort another order than the sandbox's
 */
export function shows(
  change: (window: Window, request: Asked) => Shown | undefined = () => ({}),
  sort: Sort = (items) => items,
): NonNullable<Change["answer"]> {
  return async (answer, request, tools) => {
    if (tools.operation !== "listSuppressions" || !succeeded(answer)) return answer;
    const window = windowOf(sort(await everything(request, tools)), request.query);
    const shown = change(window, request);
    return shown === undefined ? answer : cut(answer, window, shown);
  };
}

function cut(answer: Answer, window: Window, { start = window.start, end = window.end, hasMore, data }: Shown): Answer {
  const [from, to] = [Math.max(0, start), Math.min(window.items.length, end)];
  return json(answer, (body) => ({
    ...body,
    has_more: hasMore ?? (window.direction === "before" ? from > 0 : to < window.items.length),
    data: data ?? window.items.slice(from, to),
  }));
}

/** The whole list of the team that asks, as the honest sandbox shows it. */
async function everything(request: Asked, tools: Tools): Promise<JsonObject[]> {
  const headers = { authorization: `Bearer ${bearerOf(request) ?? ""}` };
  const items: JsonObject[] = [];
  for (let more = true; more; ) {
    const after = items.length > 0 ? `&after=${String(items.at(-1)?.id)}` : "";
    const page = bodyOf(await tools.call(`/suppressions?limit=100${after}`, { headers }));
    items.push(...asList(page.data).map(asObject));
    more = page.has_more === true;
  }
  return items;
}

/** What an honest server would show of a list. */
function windowOf(all: JsonObject[], query: URLSearchParams): Window {
  const origin = query.get("origin");
  const fits = (item: JsonObject) => origin === null || item.origin === origin;
  const items = all.filter(fits);
  const limit = Math.floor(Number(query.get("limit") ?? 20));
  const direction = query.has("after") ? "after" : query.has("before") ? "before" : undefined;
  const wanted = direction && query.get(direction)?.toLowerCase();
  // The cursor may be an item that the filter leaves out; its place counts nevertheless.
  const place = all.findIndex(({ id }) => id === wanted);
  const preceding = all.slice(0, Math.max(0, place)).filter(fits).length;
  const cursor = all[place];
  const start =
    direction === "before"
      ? Math.max(0, preceding - limit)
      : cursor === undefined
        ? 0
        : preceding + (fits(cursor) ? 1 : 0);
  const end = direction === "before" ? preceding : Math.min(items.length, start + limit);
  return { items, start, end, limit, cursor, direction, unfiltered: all.length };
}
