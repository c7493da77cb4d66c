import { asObject, isObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { pagePlaces } from "#statements/paging/page-places.js";
import { listOf } from "#statements/paging/paging.js";
import { descriptionsAt, successContents } from "#statements/schema-fields.js";
import { countsAll, countsItems, isFilteredCount, isNamedTotal, isTotalHeader } from "#statements/totals.js";
import { type Exchange, jsonOf } from "../model/request/exchange.js";

/** A field or a header that counts items, in words. */
export interface Total {
  /** JSON pointer into the page; an empty text for a header. */
  pointer: string;
  name: string;
  count: number;
}

/** The counts that a page has beside its items, or in its headers. @param items JSON pointer to the items */
function totalsOf(page: Exchange, items: string): Total[] {
  const beside = numbersBesideItems(page, items).flatMap(({ pointer, name, value }) =>
    isNamedTotal(name) ? [{ pointer, name, count: value }] : [],
  );
  const inHeaders = [...page.headers].flatMap(([name, value]) =>
    isTotalHeader(name) && /^\d{1,15}$/.test(value) ? [{ pointer: "", name, count: Number(value) }] : [],
  );
  return [...beside, ...inHeaders];
}

/**
 * The numbers that a page has beside its items, or in an object that describes the page.
 *
 * @param items JSON pointer to the items (default: they are not in an envelope)
 */
export function numbersBesideItems(page: Exchange, items = ""): { pointer: string; name: string; value: number }[] {
  const body = jsonOf(page);
  if (!isObject(body)) return [];
  const places = pagePlaces(items, (at) => Object.keys(asObject(valueAt(body, at))));
  return places.flatMap((at) =>
    Object.entries(asObject(valueAt(body, at))).flatMap(([name, value]) =>
      typeof value === "number" ? [{ pointer: pointerTo(at, name), name, value }] : [],
    ),
  );
}

/** Whether a count is certainly that of all items: by its name, or by the words that describe it. */
function isOfAll(document: OpenApiDocument, operation: Operation, { pointer, name }: Total): boolean {
  if (pointer === "") return true;
  const texts = successContents(operation).flatMap((content) => descriptionsAt(document, content, pointer));
  return countsAll(name, texts);
}

/**
 * The count of a page that is wrong.
 *
 * @param wanted how many items its query selects
 * @param count how many items the page has. A count may be that of the page, unless its name or its words say otherwise
 */
export function wrongTotal(
  document: OpenApiDocument,
  operation: Operation,
  page: Exchange,
  { wanted, count }: { wanted: number; count: number },
): Total | undefined {
  const items = itemsOf(document, operation);
  const hasFiltered = numbersBesideItems(page, items).some(({ name }) => isFilteredCount(name));
  return totalsOf(page, items).find((total) => {
    const isTotal = isOfAll(document, operation, total);
    // Beside a count of what the query selects, it counts more.
    if (hasFiltered && isTotal && total.count > wanted) return false;
    return total.count !== wanted && (isTotal || (total.count !== count && countsItems(operation, items, total.name)));
  });
}

/** Where the list of an operation has its items; an empty text for any other operation. */
function itemsOf(document: OpenApiDocument, operation: Operation): string {
  return listOf(document, operation)?.paging.items ?? "";
}

/** A count of all items that is not smaller than in an earlier response; undefined if there is none. */
export function unreducedTotal(
  document: OpenApiDocument,
  operation: Operation,
  before: Exchange,
  after: Exchange,
): (Total & { before: number }) | undefined {
  const items = itemsOf(document, operation);
  const former = new Map(totalsOf(before, items).map(({ name, pointer, count }) => [pointer || name, count]));
  const lengthOf = (page: Exchange) => [valueAt(jsonOf(page), items) ?? []].flat().length;
  // A count that is greater than the page counts more than that.
  const countsMore = ({ name }: Total, first: number, last: number) =>
    countsItems(operation, items, name) && (first > lengthOf(before) || last > lengthOf(after));
  return totalsOf(after, items)
    .flatMap((total) => {
      const count = former.get(total.pointer || total.name);
      if (count === undefined) return [];
      const isCounted = isOfAll(document, operation, total) || countsMore(total, count, total.count);
      return isCounted ? [{ ...total, before: count }] : [];
    })
    .find((total) => total.count >= total.before);
}
