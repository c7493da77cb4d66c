import type { Json, JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { type Filter, filterValues, matches } from "#statements/filters.js";
import type { ListOperation } from "#statements/list-items.js";
import { cursorParameters } from "#statements/paging/paging.js";
import { withSingleValue } from "#statements/parameter-schema.js";
import { statedOrder } from "#statements/stated-order.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse, faultOf } from "#verify/model/request/expectation.js";
import type { ParameterValue } from "#verify/model/request/request-spec.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { itemsOf } from "#verify/relations/list-items.js";
import { otherValue } from "#verify/relations/page-findings.js";
import {
  filteredBy,
  largestPage,
  type Page,
  type Pages,
  sent,
  sizedBy,
  withParameters,
} from "#verify/resources/lists/read-pages.js";
import { textBeside, unknownTextLike } from "#verify/resources/permission/unknown-values.js";
import { validRequest } from "#verify/resources/valid-request.js";
import { broken } from "#verify/rules/sentence.js";
import { expectConsistentPages, expectSameItems, partOf } from "./completeness.js";
import { BEFORE_AND_AFTER, expectNeighbors } from "./cursors.js";
import { expectFilteredPages } from "./filtered-pages.js";
import { hasMoreFinding, type ListCheck, pageFinding, readBeside, readForward, readPage } from "./list-check.js";
import { expectStatedOrder } from "./order.js";
import { expectTotal } from "./total-checks.js";

/** How many different values are compared. */
const MAX_VALUES = 50;

/**
 * A filter yields the items that have its value. A stated one yields all of them.
 *
 * @param filters of the list: items have the values of two at once
 */
export async function yieldsMatchingItems(check: ListCheck, filter: Filter, filters: readonly Filter[]): Promise<void> {
  if (filter.basis === "stated") return expectEachMember(check, filter);
  await expectLikelyItems(check, filter);
  const others = filters.filter(({ basis }) => basis === "inferred");
  const next = others[others.indexOf(filter) + 1];
  if (next) await expectBoth(check, filter, next);
}

async function expectEachMember(check: ListCheck, filter: Filter): Promise<void> {
  const { whole } = check;
  const { parameter, property, members = [] } = filter;
  const hasProperty = whole.items.some((item) => item[property] !== undefined);
  const present = members.filter((value) => whole.items.some((item) => item[property] === value));
  await check.context.together(
    members.map((value) => (context) => expectMatching({ ...check, context }, filter, value, hasProperty)),
  );
  await expectNoEffectOfUpperCase(check, filter, present);
  if (hasProperty && present.length === 0) {
    const names = members.map((value) => jsonText(value)).join(", ");
    throw new Skipped(`the list has no item with ${parameter.name} ${names}`);
  }
  if (whole.ids.length === 0) throw new Skipped("the list is empty");
}

/** @param hasProperty whether the items show the filter's property */
async function expectMatching(check: ListCheck, filter: Filter, value: Json, hasProperty: boolean): Promise<void> {
  const { list, whole } = check;
  const { parameter, property, hasDefault } = filter;
  const wanted = whole.ids.filter((_, index) => whole.items[index]?.[property] === value);
  const query = sent(parameter, value);
  const filtered = await readForward(check, [...sizedBy(list.paging, partOf(check, wanted.length)), query]);
  if (!filtered) return;
  const mismatch = hasProperty ? filtered.items.find((item) => item[property] !== value) : undefined;
  if (mismatch) {
    const page = filtered.pages.find(({ items }) => items.includes(mismatch));
    return failOther(check, filter, value, mismatch, page);
  }
  const paged = { ...check, places: [parameter.pointer, ...pagingPlaces(list)] };
  expectConsistentPages(paged, filtered);
  if (hasProperty && !hasDefault && whole.isComplete && filtered.isComplete) {
    expectSameItems(paged, wanted, filtered, `pages with ${parameter.name} ${jsonText(value)}`);
  }
  await expectPrecedingFiltered(paged, query, filtered);
  await expectEndWhereAnnounced(paged, query, filtered);
}

function failOther(check: ListCheck, filter: Filter, value: Json, mismatch: JsonObject, page?: Page) {
  check.context.fail(
    pageFinding(check, { basis: filter.basis, ...otherValue(filter, value, mismatch) }),
    page?.exchange,
  );
}

/**
 * A filter that only names suggest lists items with its value. A value may include others, as members see what everyone
 * sees. A text may be searched for in a part of the values.
 */
async function expectLikelyItems(check: ListCheck, filter: Filter): Promise<void> {
  const { property } = filter;
  const values = distinguishingValues(filter, check.whole.items);
  const [value, other] = values;
  if (value === undefined) throw new Skipped(`all items of the list have the same ${property}, or none`);
  const unknown =
    typeof value === "string" && filter.members === undefined ? unknownText(check, filter, value) : undefined;
  const order = statedOrder(check.list.operation);
  for (const sought of [...values, unknown].filter((candidate) => candidate !== undefined)) {
    const query = filteredBy(filter, sought);
    // A target may reject a value that does not exist.
    const expected = sought === unknown ? anyResponse : undefined;
    const page = await readPage(check, [...largestPage(check.context, check.list), query], expected);
    if (!page) return;
    const mismatch = page.items.find((item) => !mayHave(filter, item, sought));
    if (mismatch) return failOther(check, filter, sought, mismatch, page);
    await expectMoreWhereAnnounced(check, query, page);
    if (isWhole(check, page)) {
      expectTotal(check, page);
      if (sought === value) await expectFilteredPages(check, query, page);
    }
    if (order) expectStatedOrder(check, { pages: [page], items: page.items }, order);
    if (sought !== unknown) await expectAllOf(check, filter, [sought], { page, query });
  }
  if (filter.isList && value !== undefined && other !== undefined) await expectEither(check, filter, [value, other]);
}

/** With two values, a filter lists items that have one of them, or both. */
async function expectEither(check: ListCheck, filter: Filter, sought: [Json, Json]): Promise<void> {
  const query = filteredBy(filter, ...sought);
  // A target may accept one value alone.
  const page = await readPage(check, [...largestPage(check.context, check.list), query], anyResponse);
  const mismatch = page?.items.find((item) => sought.every((value) => !mayHave(filter, item, value)));
  if (mismatch) return failOther(check, filter, sought, mismatch, page);
  // Where items have several values, both may be wanted at once.
  const areSingle = check.whole.items.every((item) => filterValues(filter, item).length < 2);
  if (page && areSingle) await expectAllOf(check, filter, sought, { page, query });
}

/** A text that no item of the list has, and that hardly anything else has. */
function unknownText({ context, whole }: ListCheck, filter: Filter, known: string): string | undefined {
  const parameter = withSingleValue(context.contract.document, filter.parameter);
  const present = new Set(whole.items.flatMap((item) => filterValues(filter, item)));
  return unknownTextLike(context, parameter, known) ?? textBeside(context, parameter, present);
}

/** A page that has fewer items than it could, and says that there are more, leads to them. */
async function expectMoreWhereAnnounced(check: ListCheck, query: ParameterValue, page: Page): Promise<void> {
  const [size] = largestPage(check.context, check.list);
  const isFull = typeof size?.value !== "number" || page.ids.length >= size.value;
  if (page.hasMore !== true || isFull || page.next.length === 0) return;
  const beyond = await readPage(check, [size, query, ...page.next]);
  if (beyond && beyond.ids.length === 0 && beyond.hasMore !== true)
    check.context.fail(hasMoreFinding(check, page), page.exchange);
}

/** Whether a page in the largest size has all items of its query. */
function isWhole({ context, list }: ListCheck, page: Page): boolean {
  const [size] = largestPage(context, list);
  const isFull = typeof size?.value === "number" && page.ids.length >= size.value;
  return (
    page.hasMore === false || page.next.length === 0 || (size !== undefined && !isFull && page.hasMore === undefined)
  );
}

/** Whether an item may match a filter: it has the value, or does not show any. */
function mayHave(filter: Filter, item: JsonObject, sought: Json): boolean {
  const values = filterValues(filter, item);
  return values.length === 0 || values.some((found) => matches(found, sought));
}

/** A page that has all items of its query has those of the whole list with one of the values. Only a warning. */
async function expectAllOf(
  check: ListCheck,
  filter: Filter,
  sought: readonly Json[],
  read: { page: Page; query: ParameterValue },
): Promise<void> {
  const { whole } = check;
  const { parameter, property } = filter;
  const { page, query } = read;
  const hasOne = (item: JsonObject) => filterValues(filter, item).some((value) => sought.includes(value));
  const wanted = whole.ids.filter((_, index) => hasOne(whole.items[index] ?? {}));
  const shown = sought.map((value) => jsonText(value)).join(", ");
  const lacksOne = ({ ids }: Pick<Page, "ids">) => wanted.some((id) => !ids.includes(id));
  if (page.items.length > 0) {
    const isEnd = page.hasMore === false || page.next.length === 0;
    if (!whole.isComplete || !lacksOne(page) || (!isEnd && page.items.length >= wanted.length)) return;
    // A server may send fewer items than the largest page has.
    const toEnd = isEnd ? undefined : await readForward(check, [...largestPage(check.context, check.list), query]);
    if (toEnd && (!toEnd.isComplete || !lacksOne(toEnd))) return;
  }
  const rule = page.items.length === 0 ? "filter-lists-nothing" : "filter-misses-item";
  check.context.fail(
    pageFinding(check, {
      basis: "inferred",
      about: { list: "filter", fields: [property], fault: faultOf(parameter) },
      ...broken(rule, { parameter: parameter.name, values: shown }),
      expected: `items with ${property}: ${shown}, which the list has`,
      received: page.items.length === 0 ? "no items" : `${page.items.length} of ${wanted.length} items`,
    }),
    page.exchange,
  );
}

/** Two filters together yield the items that have both values. */
async function expectBoth(check: ListCheck, one: Filter, other: Filter): Promise<void> {
  const { items } = check.whole;
  const first = items.flatMap((item) => filterValues(one, item))[0];
  const having = items.filter((item) => first !== undefined && filterValues(one, item).includes(first));
  const second = distinguishingValues(other, having)[0];
  if (first === undefined || second === undefined) return;
  const page = await readPage(check, [filteredBy(one, first), filteredBy(other, second)]);
  for (const [filter, sought] of [[one, first] as const, [other, second] as const]) {
    const mismatch = page?.items.find((item) => !mayHave(filter, item, sought));
    if (mismatch) return failOther(check, filter, sought, mismatch, page);
  }
}

/**
 * Values that some items have and others do not, at most three. The second one is one of several that an item has, or has
 * other characters than letters. Otherwise, it is as far from the first one as possible. The third one is that of the fewest
 * items.
 */
function distinguishingValues(filter: Filter, items: readonly JsonObject[]): Json[] {
  const { members } = filter;
  // More values show nothing more, and a server may send a million.
  const values = [...new Set(items.flatMap((item) => filterValues(filter, item)))].slice(0, MAX_VALUES);
  const isAllowed = (value: Json) => value !== "" && (members?.includes(value) ?? true);
  const isAbsent = (item: JsonObject, value: Json) => {
    const own = filterValues(filter, item);
    return own.length > 0 && !own.some((found) => matches(found, value));
  };
  const found = values.filter(isAllowed).filter((value) => items.some((item) => isAbsent(item, value)));
  const further = items.flatMap((item) => filterValues(filter, item).slice(1));
  const odd = found.slice(1).findLast((value) => typeof value === "string" && /[^\p{L}\p{N}\s]/u.test(value));
  const second = odd ?? found.slice(1).findLast((value) => further.includes(value)) ?? found.at(-1);
  const countOf = (value: Json) => items.filter((item) => filterValues(filter, item).includes(value)).length;
  const rarest = found.toSorted((one, another) => countOf(one) - countOf(another))[0];
  return [...new Set([found[0], second, rarest])].flatMap((value) => value ?? []);
}

/** The backward cursor of the last filtered item yields the filtered items before it. */
async function expectPrecedingFiltered(check: ListCheck, query: ParameterValue, filtered: Pages): Promise<void> {
  const { paging } = check.list;
  const index = filtered.items.length - 1;
  // Pages that repeat items do not show which ones are before the last one.
  if (index < 1 || new Set(filtered.ids).size < filtered.ids.length) return;
  const page = await readBeside(check, paging.previous, filtered.items[index], [query, ...sizedBy(paging, 2)]);
  if (!page || !expectNeighbors(check, page, filtered.ids, index, "precede")) return;
  if (page.hasMore === false && page.ids.length < index)
    check.context.fail(hasMoreFinding(check, page, BEFORE_AND_AFTER), page.exchange);
}

/** A filtered list ends where its pages say so. That is at the last page, and on a page that has all items. */
async function expectEndWhereAnnounced(check: ListCheck, query: ParameterValue, filtered: Pages): Promise<void> {
  if (!filtered.isComplete) return;
  const last = filtered.pages.at(-1);
  if (last?.hasMore === false && last.next.length > 0) {
    const beyond = await readPage(check, [query, ...last.next]);
    if (beyond && beyond.ids.length > 0) check.context.fail(hasMoreFinding(check, last), last.exchange);
  }
  const page = await readPage(check, [query]);
  // A server may send fewer items than requested; then more exist.
  if (page?.hasMore === true && page.ids.length === filtered.ids.length)
    check.context.fail(hasMoreFinding(check, page), page.exchange);
}

/**
 * A value in capital letters may be rejected, match nothing, or match the same items. It does not disable the filter.
 *
 * @param present values that items of the list have
 */
async function expectNoEffectOfUpperCase(
  check: ListCheck,
  { parameter, property }: Filter,
  present: readonly Json[],
): Promise<void> {
  const { context, list, whole } = check;
  const value = present.find((member) => typeof member === "string" && member !== member.toUpperCase());
  const base = await validRequest(context, list.operation);
  if (typeof value !== "string" || !base) return;
  const upperCase = value.toUpperCase();
  const exchange = await context.send(withParameters(base, [sent(parameter, upperCase)]));
  const items = isSuccess(exchange) ? itemsOf(list, exchange) : [];
  const mismatch = items.find((item) => item[property] !== value);
  if (!mismatch) return;
  check.context.fail(
    pageFinding(check, {
      about: { list: "filter", fields: [property], fault: faultOf(parameter) },
      ...broken("filter-disabled-by-case", { parameter: parameter.name, value: upperCase }),
      expected: `a rejection, no items, or ${property}: ${jsonText(value)}`,
      received: `${property}: ${jsonText(mismatch[property])}, and ${items.length} of ${whole.ids.length} items`,
    }),
    { exchange }?.exchange,
  );
}

/** The places that state how the list is paged. */
function pagingPlaces({ operation, paging }: ListOperation): string[] {
  const stated = ["hasMore", "forward", "backward"].map((name) => pointerTo(paging.pointer, name));
  return [...stated, ...cursorParameters(operation).map(({ pointer }) => pointer)];
}
