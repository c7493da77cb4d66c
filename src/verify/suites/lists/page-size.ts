import type { Json } from "#openapi/document/document.js";
import type { ParameterValue } from "#verify/model/request/request-spec.js";
import { skipFor } from "#verify/model/test-case/need.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import type { Filter } from "#verify/relations/filters.js";
import { besideItem, largestPage, type Page, pageSizes, sent, sizedBy } from "#verify/resources/lists/read-pages.js";
import { basisOf, failHasMore, failPage, type ListCheck, readPage } from "./list-check.js";
import { expectTotals } from "./totals.js";

/** A page has at most as many items as requested, and at least one while the list has any. */
export async function respectsPageSize(check: ListCheck): Promise<void> {
  const { context, list, whole } = check;
  if (whole.ids.length < 2) throw new Skipped(skipFor({ kind: "items", found: whole.ids.length, wanted: 2 }));
  const { minimum, maximum = Number.POSITIVE_INFINITY } = pageSizes(context, list);
  const sizes = new Set([minimum, 2, maximum].filter((size) => size >= minimum && size <= maximum));
  for (const size of sizes) {
    // The whole list was read in the largest pages.
    const isKnown = largestPage(context, list).some(({ value }) => value === size);
    const page = isKnown
      ? whole.pages[0]
      : Number.isFinite(size)
        ? await readPage(check, sizedBy(list.paging, size))
        : undefined;
    if (page) expectTotals(check, { ...whole, pages: [page] });
    if (page?.ids.length !== 0) continue;
    failPage(check, page, {
      basis: basisOf(check, "page size"),
      about: { list: "page size" },
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
  const { list, whole } = check;
  const first = await readPage(check, []);
  if (first && first.ids.length > size) return;
  if (first?.hasMore === false && whole.ids.length > first.ids.length) failHasMore(check, first);
  for (const [where, query] of [["", []] as const, ...queriesBeside(check, filters)]) {
    const page = where === "" ? first : await readPage(check, query);
    const sized = await readPage(check, [...query, ...sizedBy(list.paging, size)]);
    if (!page || !sized || isSamePage(page, sized)) continue;
    // A server may have fewer items on a page than it could: then the pages of one size differ too.
    const again = await readPage(check, [...query, ...sizedBy(list.paging, size)]);
    if (!again || !isSamePage(sized, again)) return;
    failPage(check, page, {
      basis: basisOf(check, "page size"),
      about: { list: "default page size" },
      message: `${where}the page without a page size differs from the page of the default size`,
      expected: `${summaryOf(sized)}, as with ${size}`,
      received: summaryOf(page),
    });
  }
  if (whole.ids.length <= size)
    throw new Skipped(skipFor({ kind: "items", found: whole.ids.length, wanted: size + 1 }));
}

function isSamePage(one: Page, other: Page): boolean {
  return one.ids.join() === other.ids.join() && one.hasMore === other.hasMore;
}

function summaryOf({ ids, hasMore }: Page): string {
  return `${ids.length} items from ${ids[0]} to ${ids.at(-1)}${hasMore === undefined ? "" : `, has_more ${hasMore}`}`;
}

/** Further queries: after the first item, before the last item, and with the most frequent value of each filter. */
function queriesBeside(
  { list, whole }: ListCheck,
  filters: readonly Filter[],
): [where: string, query: ParameterValue[]][] {
  const after = besideItem(list.paging.next, whole.items[0]);
  const before = besideItem(list.paging.previous, whole.items.at(-1));
  const queries: [string, ParameterValue[]][] = [];
  if (after) queries.push(["after a cursor, ", after]);
  if (before) queries.push(["before a cursor, ", before]);
  for (const { parameter, property, members = [] } of filters) {
    const count = (value: Json) => whole.items.filter((item) => item[property] === value).length;
    const [value] = members.toSorted((left, right) => count(right) - count(left));
    if (value === undefined) continue;
    queries.push([`with ${parameter.name} ${JSON.stringify(value)}, `, [sent(parameter, value)]]);
  }
  return queries;
}
