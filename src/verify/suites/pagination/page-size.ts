import { asObject, type Json } from "#openapi/document/document.js";
import { skipFor } from "#verify/model/test-case/need.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import type { Filter } from "./filters.js";
import {
  maximumPageSize,
  type Page,
  pageSizeQuery,
  type Query,
  queryBeside,
  queryParameter,
  readPage,
} from "./list-reader.js";
import { failHasMore, failPage, type ListCheck } from "./stable-list.js";

/** A page has at most as many items as requested, and at least one while the list has any. */
export async function respectsPageSize(check: ListCheck): Promise<void> {
  const { context, list, whole } = check;
  if (whole.ids.length < 2) throw new Skipped(skipFor({ kind: "items", found: whole.ids.length, wanted: 2 }));
  const { minimum = 1 } = asObject(queryParameter(list, list.pagination.pageSize)?.schema);
  const maximum = maximumPageSize(list);
  for (const size of new Set([Math.max(1, Number(minimum)), 2, maximum ?? 2])) {
    if (size < 1 || (maximum !== undefined && size > maximum)) continue;
    const page = await readPage(context, list, pageSizeQuery(list, size));
    if (page?.ids.length !== 0) continue;
    failPage(check, page, {
      message: "the page is empty, but the list is not",
      expected: `1 to ${size} items`,
      received: "no items",
    });
  }
}

/**
 * A page without a page size equals a page of the default size: the first one, after a cursor, and filtered.
 *
 * @param size the default, in items
 */
export async function hasDefaultPageSize(check: ListCheck, size: number, filters: readonly Filter[]): Promise<void> {
  const { context, list, whole } = check;
  const first = await readPage(context, list, {});
  if (first && first.ids.length > size) return;
  if (first?.hasMore === false && whole.ids.length > first.ids.length) failHasMore(check, first);
  for (const [where, query] of [["", {}] as const, ...queriesBeside(check, filters)]) {
    const page = where === "" ? first : await readPage(context, list, query);
    const sized = await readPage(context, list, { ...query, ...pageSizeQuery(list, size) });
    if (!page || !sized || (page.ids.join() === sized.ids.join() && page.hasMore === sized.hasMore)) continue;
    failPage(check, page, {
      message: `${where}the page without a page size differs from the page of the default size`,
      expected: `${summaryOf(sized)}, as with ${size}`,
      received: summaryOf(page),
    });
  }
  if (whole.ids.length <= size)
    throw new Skipped(skipFor({ kind: "items", found: whole.ids.length, wanted: size + 1 }));
}

function summaryOf({ ids, hasMore }: Page): string {
  return `${ids.length} items from ${ids[0]} to ${ids.at(-1)}, has_more ${hasMore}`;
}

/** Further queries: after the first item, before the last item, and with the most frequent value of each filter. */
function queriesBeside({ list, whole }: ListCheck, filters: readonly Filter[]): [where: string, query: Query][] {
  const after = queryBeside(list.pagination.forward, whole.items[0]);
  const before = queryBeside(list.pagination.backward, whole.items.at(-1));
  const queries: [string, Query][] = [];
  if (after) queries.push(["after a cursor, ", after]);
  if (before) queries.push(["before a cursor, ", before]);
  for (const { parameter, property, values } of filters) {
    const count = (value: Json) => whole.items.filter((item) => item[property] === value).length;
    const [value = null] = values.toSorted((one, other) => count(other) - count(one));
    queries.push([`with ${parameter.name} ${JSON.stringify(value)}, `, { [parameter.name]: value }]);
  }
  return queries;
}
