import type { Json, JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Filter } from "#statements/filters.js";
import { filledPage, isPageOf, otherThanDefault } from "#verify/judges/lists/page-size.js";
import { countedList, restAnnounced } from "#verify/judges/lists/pages.js";
import type { ParameterValue } from "#verify/model/request/request-spec.js";
import { skipFor } from "#verify/model/test-case/need.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { isSamePage } from "#verify/relations/pages.js";
import { besideItem, largestPage, pageSizes, sent, sizedBy } from "#verify/resources/lists/read-pages.js";
import { type ListCheck, readPage } from "./list-check.js";

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
    if (!page) continue;
    context.judge(countedList(check, { ...whole, pages: [page] }));
    context.judge(filledPage(check, size, page));
  }
}

/**
 * A page without a page size equals a page of the default size. This concerns the first one, one after a cursor, and a
 * filtered one.
 *
 * @param size the default, in items
 */
export async function hasDefaultPageSize(check: ListCheck, size: number, filters: readonly Filter[]): Promise<void> {
  const { context, list, whole } = check;
  const first = await readPage(check, []);
  if (first && first.ids.length > size) return;
  if (first) context.judge(restAnnounced(check, first));
  const start: PartOfList = { part: undefined, query: [], items: whole.items };
  for (const { part, query, items, isBefore } of [start, ...listsBeside(check, filters)]) {
    const page = query === start.query ? first : await readPage(check, query);
    if (!page || isPageOf(page, items, isBefore ? -size : size)) continue;
    const sized = await readPage(check, [...query, ...sizedBy(list.paging, size)]);
    if (!sized || isSamePage(page, sized)) continue;
    // A server may have fewer items on a page than it could: then the pages of one size differ too.
    const again = await readPage(check, [...query, ...sizedBy(list.paging, size)]);
    if (!again || !isSamePage(sized, again)) return;
    context.judge([otherThanDefault(check, part, { page, sized, size })]);
  }
  if (whole.ids.length <= size)
    throw new Skipped(skipFor({ kind: "items", found: whole.ids.length, wanted: size + 1 }));
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
