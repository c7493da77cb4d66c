import type { Json, JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Parameter } from "#openapi/operations/operation.js";
import { type Filter, filterValues, matches } from "#statements/filters.js";
import type { Judgment } from "../../model/finding/finding.js";
import type { Exchange } from "../../model/request/exchange.js";
import { faultOf } from "../../model/request/expectation.js";
import type { ParameterValue } from "../../model/request/request-spec.js";
import { otherValue } from "../../relations/page-findings.js";
import type { Page, Pages } from "../../relations/pages.js";
import { broken } from "../../rules/sentence.js";
import { type JudgedList, pageJudgment } from "./judged-list.js";

/** A stated filter lists items with its value alone. */
export function statedValue(judged: JudgedList, filter: Filter, value: Json, { items, pages }: Pages): Judgment[] {
  const mismatch = items.find((item) => item[filter.property] !== value);
  const page = mismatch && pages.find((candidate) => candidate.items.includes(mismatch));
  return mismatch ? [listsOther(judged, filter, value, mismatch, page)] : [];
}

/**
 * A filter that names suggest lists items with one of its values. A value may include others, as members see what everyone
 * sees. A text may be searched for in a part of the values. An item may hide the value.
 */
export function soughtValue(
  judged: JudgedList,
  filter: Filter,
  sought: readonly [Json, ...Json[]],
  page: Page,
): Judgment[] {
  const isOther = (item: JsonObject) => {
    const values = filterValues(filter, item);
    return values.length > 0 && !sought.some((value) => values.some((found) => matches(filter, found, value)));
  };
  const mismatch = page.items.find(isOther);
  const [only, ...others] = sought;
  const shown = others.length === 0 ? only : [...sought];
  return mismatch ? [listsOther(judged, filter, shown, mismatch, page)] : [];
}

function listsOther(judged: JudgedList, filter: Filter, value: Json, mismatch: JsonObject, page: Page | undefined) {
  return pageJudgment(judged, { basis: filter.basis, ...otherValue(filter, value, mismatch) }, page);
}

/**
 * A search for a text that nothing has does not list what the list has without it. Names suggest the search, and some find
 * what is similar. So only the same items are a finding, and only a warning.
 *
 * @param unsearched the same page without the search
 */
export function searched(judged: JudgedList, parameter: Parameter, unsearched: Page, page: Page): Judgment[] {
  const isSame = page.ids.length > 0 && page.ids.join() === unsearched.ids.join();
  if (!isSame) return [];
  const facts = {
    basis: "inferred",
    about: { list: "filter", fields: [parameter.name], fault: faultOf(parameter) },
    ...broken("search-ignored", { parameter: parameter.name }),
    expected: "no items, or others",
    received: `the same ${page.ids.length === 1 ? "item" : `${page.ids.length} items`}`,
  } as const;
  return [pageJudgment(judged, facts, page)];
}

/** The identifiers of the items of the whole list that have one of the values. */
function idsWith({ whole }: JudgedList, filter: Filter, sought: readonly Json[]): string[] {
  const hasOne = (item: JsonObject) => filterValues(filter, item).some((value) => sought.includes(value));
  return whole.ids.filter((_, index) => hasOne(whole.items[index] ?? {}));
}

/** Whether a page leads to no further one. */
export function isEnd({ hasMore, next }: Page): boolean {
  return hasMore === false || next.length === 0;
}

/** Whether a filtered page, as far as it goes, lacks an item of the whole list. */
export function lacksItem(judged: JudgedList, filter: Filter, sought: readonly Json[], page: Page): boolean {
  const wanted = idsWith(judged, filter, sought);
  if (page.items.length === 0) return true;
  if (!judged.whole.isComplete || (!isEnd(page) && page.items.length >= wanted.length)) return false;
  return wanted.some((id) => !page.ids.includes(id));
}

/**
 * A page that has all items of its query has those of the whole list with one of the values. Only a warning.
 *
 * @param toEnd the filtered list, read to its end, as a server may send fewer items than the largest page has. Undefined if the
 * page is the end, or has no items
 */
export function allWithValue(
  judged: JudgedList,
  filter: Filter,
  sought: readonly Json[],
  { page, toEnd }: { page: Page; toEnd: Pages | undefined },
): Judgment[] {
  if (!lacksItem(judged, filter, sought, page)) return [];
  const wanted = idsWith(judged, filter, sought);
  if (toEnd && (!toEnd.isComplete || wanted.every((id) => toEnd.ids.includes(id)))) return [];
  const { parameter, property } = filter;
  const shown = sought.map((value) => jsonText(value)).join(", ");
  const rule = page.items.length === 0 ? "filter-lists-nothing" : "filter-misses-item";
  const facts = {
    basis: "inferred",
    about: { list: "filter", fields: [property], fault: faultOf(parameter) },
    ...broken(rule, { parameter: parameter.name, values: shown }),
    expected: `items with ${property}: ${shown}, which the list has`,
    received: page.items.length === 0 ? "no items" : `${page.items.length} of ${wanted.length} items`,
  } as const;
  return [pageJudgment(judged, facts, page)];
}

/** A value in capital letters may be rejected, match nothing, or match the same items. It does not disable the filter. */
export function valueInCapitals(
  judged: JudgedList,
  { parameter, property }: Filter,
  value: string,
  { items, exchange }: { items: readonly JsonObject[]; exchange: Exchange },
): Judgment[] {
  const mismatch = items.find((item) => item[property] !== value);
  if (!mismatch) return [];
  const facts = {
    about: { list: "filter", fields: [property], fault: faultOf(parameter) },
    ...broken("filter-disabled-by-case", { parameter: parameter.name, value: value.toUpperCase() }),
    expected: `a rejection, no items, or ${property}: ${jsonText(value)}`,
    received: `${property}: ${jsonText(mismatch[property])}, and ${items.length} of ${judged.whole.ids.length} items`,
  } as const;
  return [pageJudgment(judged, facts, { exchange })];
}

/**
 * A filter holds on later pages too: small pages have the items of one large page. Only names suggest the filter, so this is a
 * warning.
 *
 * @param whole a page that has all items of the query
 * @param read how many items the small pages have so far, with this one
 */
export function filteredPage(
  judged: JudgedList,
  { parameter, value }: ParameterValue,
  { page, whole, read }: { page: Page; whole: Page; read: number },
): Judgment[] {
  const judgment = (rule: FilteredPageRule, received: string) => {
    const facts = {
      basis: "inferred",
      about: { list: "filter", fields: [parameter.name] },
      ...broken(rule, { parameter: parameter.name, value }),
      expected: "the items of one large page with the filter",
      received,
    } as const;
    return [pageJudgment(judged, facts, page)];
  };
  const other = page.ids.find((id) => !whole.ids.includes(id));
  if (other !== undefined) return judgment("filtered-page-has-other-item", other);
  const count = whole.ids.length;
  if (page.hasMore === undefined || page.hasMore !== read >= count || page.ids.length === 0) return [];
  const rule = page.hasMore ? "filtered-page-announces-more-items" : "filtered-page-announces-no-more-items";
  return judgment(rule, `${read} of ${count} items so far`);
}

/** The rules of the pages of a filtered list. */
type FilteredPageRule =
  | "filtered-page-has-other-item"
  | "filtered-page-announces-more-items"
  | "filtered-page-announces-no-more-items";
