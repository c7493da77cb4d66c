import { asObject, type Json } from "../../../openapi/document.js";
import type { Parameter } from "../../../openapi/operation.js";
import { pointerTo, valueAt } from "../../../openapi/pointer.js";
import { Skipped } from "../../model/skipped.js";
import type { Filter } from "./filters.js";
import { type Page, pageSizeQuery, type Query, queryParameter, readPage } from "./list-reader.js";
import { failHasMore, failPage, type ListCheck } from "./stable-list.js";

/** A page has at most as many items as requested, and at least one while the list has any (L2). */
export async function respectsPageSize(check: ListCheck): Promise<void> {
  const { context, list, whole } = check;
  if (whole.ids.length < 2) throw new Skipped(`the list has fewer than 2 items (${whole.ids.length})`);
  const { minimum = 1, maximum } = schemaOf(queryParameter(list, list.pagination.pageSize ?? ""));
  const sizes = new Set([Math.max(1, Number(minimum)), 2, ...(typeof maximum === "number" ? [maximum] : [])]);
  for (const size of sizes) {
    if (size < 1 || (typeof maximum === "number" && size > maximum)) continue;
    const page = await readPage(context, list, pageSizeQuery(list, size));
    if (page?.ids.length !== 0) continue;
    failPage(check, page, {
      message: "the page is empty, but the list is not",
      expected: `1 to ${size} items`,
      received: "no items",
    });
  }
}

/** A page without a page size equals a page of the default size: the first one, after a cursor, and filtered (L3). */
export async function hasDefaultPageSize(check: ListCheck, filters: readonly Filter[]): Promise<void> {
  const { context, list, whole } = check;
  const parameter = queryParameter(list, list.pagination.pageSize ?? "");
  const size = Number(parameter && defaultOf(parameter));
  const first = await readPage(context, list, {});
  if (first && first.ids.length > size) return;
  if (first?.hasMore === false && whole.ids.length > first.ids.length) {
    failHasMore(check, first);
  }
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
  if (whole.ids.length <= size) throw new Skipped(`the list has fewer than ${size + 1} items (${whole.ids.length})`);
}

function summaryOf({ ids, hasMore }: Page): string {
  return `${ids.length} items from ${ids[0]} to ${ids.at(-1)}, has_more ${hasMore}`;
}

/** Further queries: after the first item, before the last item, and with the most frequent value of each filter. */
function queriesBeside({ list, whole }: ListCheck, filters: readonly Filter[]): [where: string, query: Query][] {
  const { forward, backward } = list.pagination;
  const cursor = (item: (typeof whole.items)[number] | undefined, pointer: string | undefined) =>
    pointer === undefined ? undefined : item && valueAt(item, pointer);
  const after = cursor(whole.items[0], forward.item);
  const before = cursor(whole.items.at(-1), backward?.item);
  const count = ({ property }: Filter, value: Json) => whole.items.filter((item) => item[property] === value).length;
  const queries: [string, Query][] = [];
  if (after !== undefined) queries.push(["after a cursor, ", { [forward.parameter]: after }]);
  if (backward && before !== undefined) queries.push(["before a cursor, ", { [backward.parameter]: before }]);
  for (const filter of filters) {
    const [value] = filter.values.toSorted((one, other) => count(filter, other) - count(filter, one));
    const { name } = filter.parameter;
    if (value !== undefined) queries.push([`with ${name} ${JSON.stringify(value)}, `, { [name]: value }]);
  }
  return queries;
}

/** The default value of a parameter. */
export function defaultOf(parameter: Parameter): Json | undefined {
  return schemaOf(parameter).default;
}

/** The places of a parameter's bounds. */
export function boundsOf({ schemaPointer }: Parameter): string[] {
  return [pointerTo(schemaPointer, "minimum"), pointerTo(schemaPointer, "maximum")];
}

function schemaOf(parameter: Parameter | undefined) {
  return asObject(parameter?.schema);
}
