import type { Json, JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Filter } from "#statements/filters.js";
import type { ParameterValue } from "#verify/model/request/request-spec.js";
import { skipFor } from "#verify/model/test-case/need.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { besideItem, largestPage, type Page, pageSizes, sent, sizedBy } from "#verify/resources/lists/read-pages.js";
import { broken } from "#verify/rules/sentence.js";
import { basisOf, hasMoreFinding, type ListCheck, pageFinding, readPage } from "./list-check.js";
import { expectTotals } from "./total-checks.js";

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
    check.context.fail(
      pageFinding(check, {
        basis: basisOf(check, "page size"),
        about: { list: "page size" },
        ...broken("page-empty", {}),
        expected: `1 to ${size} items`,
        received: "no items",
      }),
      page.exchange,
    );
  }
}

/**
 * A page without a page size equals a page of the default size. This concerns the first one, one after a cursor, and a
 * filtered one.
 *
 * @param size the default, in items
 */
export async function hasDefaultPageSize(check: ListCheck, size: number, filters: readonly Filter[]): Promise<void> {
  const { list, whole } = check;
  const first = await readPage(check, []);
  if (first && first.ids.length > size) return;
  if (first?.hasMore === false && whole.ids.length > first.ids.length)
    check.context.fail(hasMoreFinding(check, first), first.exchange);
  const start: PartOfList = { part: undefined, query: [], items: whole.items };
  for (const { part, query, items, isBefore } of [start, ...listsBeside(check, filters)]) {
    const page = query === start.query ? first : await readPage(check, query);
    if (!page || isPageOf(page, items, isBefore ? -size : size)) continue;
    const sized = await readPage(check, [...query, ...sizedBy(list.paging, size)]);
    if (!sized || isSamePage(page, sized)) continue;
    // A server may have fewer items on a page than it could: then the pages of one size differ too.
    const again = await readPage(check, [...query, ...sizedBy(list.paging, size)]);
    if (!again || !isSamePage(sized, again)) return;
    check.context.fail(
      pageFinding(check, {
        basis: basisOf(check, "page size"),
        about: { list: "default page size" },
        ...(part === undefined
          ? broken("default-page-size-differs", {})
          : broken("default-page-size-differs-in-part", { part })),
        expected: `${summaryOf(sized)}, as with ${size}`,
        received: summaryOf(page),
      }),
      page.exchange,
    );
  }
  if (whole.ids.length <= size)
    throw new Skipped(skipFor({ kind: "items", found: whole.ids.length, wanted: size + 1 }));
}

/**
 * Whether a page has the items at one end of those that were read.
 *
 * @param size how many items a page has; of the end, if it is negative
 */
function isPageOf({ items, hasMore }: Page, read: readonly JsonObject[], size: number): boolean {
  const expected = size < 0 ? read.slice(size) : read.slice(0, size);
  const isRest = hasMore === undefined || hasMore === read.length > expected.length;
  return isRest && jsonText(items) === jsonText(expected);
}

function isSamePage(one: Page, other: Page): boolean {
  return one.ids.join() === other.ids.join() && one.hasMore === other.hasMore;
}

function summaryOf({ ids, hasMore }: Page): string {
  return `${ids.length} items from ${ids[0]} to ${ids.at(-1)}${hasMore === undefined ? "" : `, has_more ${hasMore}`}`;
}

/** A part of a list, and the parameters that request it. */
interface PartOfList {
  /** In words; undefined for the whole list. */
  part: string | undefined;
  query: ParameterValue[];
  /** Its items, as the whole list has them. */
  items: JsonObject[];
  /** Whether the items at its end come first. */
  isBefore?: boolean;
}

/** The parts after the first item, before the last item, and with the most frequent value of each filter. */
function listsBeside({ list, whole }: ListCheck, filters: readonly Filter[]): PartOfList[] {
  const { items } = whole;
  const after = besideItem(list.paging.next, items[0]);
  const before = besideItem(list.paging.previous, items.at(-1));
  const lists: PartOfList[] = [];
  if (after) lists.push({ part: "after a cursor", query: after, items: items.slice(1) });
  if (before) lists.push({ part: "before a cursor", query: before, items: items.slice(0, -1), isBefore: true });
  for (const { parameter, property, members = [] } of filters) {
    const having = (value: Json) => items.filter((item) => item[property] === value);
    const [value] = members.toSorted((left, right) => having(right).length - having(left).length);
    if (value === undefined) continue;
    const part = `with ${parameter.name} ${jsonText(value)}`;
    lists.push({ part, query: [sent(parameter, value)], items: having(value) });
  }
  return lists;
}
