import type { Json, JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Parameter } from "#openapi/operations/operation.js";
import { type Filter, filterValues, matches } from "#statements/filters.js";
import type { ListOperation } from "#statements/list-items.js";
import { cursorParameters } from "#statements/paging/paging.js";
import { withSingleValue } from "#statements/parameter-schema.js";
import { statedOrder } from "#statements/stated-order.js";
import { middleAnnounced, neighborsOf } from "#verify/judges/lists/cursors.js";
import {
  allWithValue,
  isEnd,
  lacksItem,
  searched,
  soughtValue,
  statedValue,
  valueInCapitals,
} from "#verify/judges/lists/filters.js";
import { inStatedOrder } from "#verify/judges/lists/order.js";
import { countedItems, endAnnounced, itemsBeyond, sameItems } from "#verify/judges/lists/pages.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { ParameterValue } from "#verify/model/request/request-spec.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { itemsOf } from "#verify/relations/list-items.js";
import type { Page, Pages } from "#verify/relations/pages.js";
import { isValidFor } from "#verify/requests/allowed-request.js";
import { filteredBy, largestPage, sent, sizedBy, withParameters } from "#verify/resources/lists/read-pages.js";
import { textBeside, unknownTextLike } from "#verify/resources/permission/unknown-values.js";
import { validRequest } from "#verify/resources/valid-request.js";
import { judgePages, readBeyond } from "./completeness.js";
import { expectFilteredPages } from "./filtered-pages.js";
import { type ListCheck, partOf, readBeside, readForward, readPage } from "./list-check.js";

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

/** Searches for a text that nothing has. */
export async function yieldsFoundItems(check: ListCheck, parameter: Parameter): Promise<void> {
  const { context, list, whole } = check;
  if (whole.ids.length === 0) throw new Skipped("the list is empty");
  const [unsearched] = whole.pages;
  const page = await readPage(
    check,
    [...largestPage(context, list), sent(parameter, context.generator.unique())],
    anyResponse,
  );
  if (page && unsearched) context.judge(searched(check, parameter, unsearched, page));
}

async function expectEachMember(check: ListCheck, filter: Filter): Promise<void> {
  const { whole } = check;
  const { parameter, property, members = [] } = filter;
  const hasProperty = whole.items.some((item) => item[property] !== undefined);
  const present = members.filter((value) => whole.items.some((item) => item[property] === value));
  await check.context.together(
    members.map((value) => (context) => expectMatching({ ...check, context }, filter, value, hasProperty)),
  );
  await readUpperCase(check, filter, present);
  if (hasProperty && present.length === 0) {
    const names = members.map((value) => jsonText(value)).join(", ");
    throw new Skipped(`the list has no item with ${parameter.name} ${names}`);
  }
  if (whole.ids.length === 0) throw new Skipped("the list is empty");
  if (!hasProperty) throw new Skipped(`no item of the list has ${property}, so nothing shows what the filter selects`);
}

/** @param hasProperty whether the items show the filter's property */
async function expectMatching(check: ListCheck, filter: Filter, value: Json, hasProperty: boolean): Promise<void> {
  const { context, list, whole } = check;
  const { parameter, property, hasDefault } = filter;
  const wanted = whole.ids.filter((_, index) => whole.items[index]?.[property] === value);
  const query = sent(parameter, value);
  const filtered = await readForward(check, [...sizedBy(list.paging, partOf(check, wanted.length)), query]);
  if (!filtered) return;
  if (hasProperty && !context.judge(statedValue(check, filter, value, filtered))) return;
  const paged = { ...check, places: [parameter.pointer, ...pagingPlaces(list)] };
  judgePages(paged, filtered);
  if (hasProperty && !hasDefault && whole.isComplete && filtered.isComplete) {
    context.judge(sameItems(paged, wanted, filtered, `pages with ${parameter.name} ${jsonText(value)}`));
  }
  await readPreceding(paged, query, filtered);
  await readEnd(paged, query, filtered);
}

/** Requests items by values that some of them have, and by one that none has. Names suggest the filter. */
async function expectLikelyItems(check: ListCheck, filter: Filter): Promise<void> {
  const { context } = check;
  const { property } = filter;
  const values = distinguishingValues(filter, check.whole.items);
  const [value, other] = values;
  if (value === undefined) throw new Skipped(`all items of the list have the same ${property}, or none`);
  const unknown =
    typeof value === "string" && filter.members === undefined ? unknownText(check, filter, value) : undefined;
  const part = filter.isExact && typeof value === "string" ? partOfText(check, filter, value) : undefined;
  const order = statedOrder(check.list.operation);
  for (const sought of [...values, unknown, part].filter((candidate) => candidate !== undefined)) {
    const query = filteredBy(filter, sought);
    const exists = sought !== unknown && sought !== part;
    // A target may reject a value that does not exist.
    const expected = exists ? undefined : anyResponse;
    const page = await readPage(check, [...largestPage(check.context, check.list), query], expected);
    if (!page) return;
    if (!context.judge(soughtValue(check, filter, [sought], page))) return;
    await readMore(check, query, page);
    if (isWhole(check, page)) {
      context.judge(countedItems(check, page));
      if (sought === value) await expectFilteredPages(check, query, page);
    }
    if (order) context.judge(inStatedOrder(check, { pages: [page], items: page.items }, order));
    if (exists) await readAllOf(check, filter, [sought], { page, query });
  }
  if (filter.isList && value !== undefined && other !== undefined) await expectEither(check, filter, [value, other]);
}

/** With two values, a filter lists items that have one of them, or both. */
async function expectEither(check: ListCheck, filter: Filter, sought: [Json, Json]): Promise<void> {
  const query = filteredBy(filter, ...sought);
  // A target may accept one value alone.
  const page = await readPage(check, [...largestPage(check.context, check.list), query], anyResponse);
  if (page && !check.context.judge(soughtValue(check, filter, sought, page))) return;
  // Where items have several values, both may be wanted at once.
  const areSingle = check.whole.items.every((item) => filterValues(filter, item).length < 2);
  if (page && areSingle) await readAllOf(check, filter, sought, { page, query });
}

/** A text that no item of the list has, and that hardly anything else has. */
function unknownText({ context, whole }: ListCheck, filter: Filter, known: string): string | undefined {
  const parameter = withSingleValue(context.contract.document, filter.parameter);
  const present = new Set(whole.items.flatMap((item) => filterValues(filter, item)));
  return unknownTextLike(context, parameter, known) ?? textBeside(context, parameter, present);
}

/** The beginning of a text, if the document allows it, and no item has it as a whole. */
function partOfText({ context, whole }: ListCheck, filter: Filter, known: string): string | undefined {
  const [...characters] = known;
  const part = characters.slice(0, -1).join("");
  const parameter = withSingleValue(context.contract.document, filter.parameter);
  const isFree = !whole.items.some((item) => filterValues(filter, item).includes(part));
  return isFree && isValidFor(context.contract, parameter, part) ? part : undefined;
}

/** Reads what follows a page that has fewer items than it could, and says that there are more. */
async function readMore(check: ListCheck, query: ParameterValue, page: Page): Promise<void> {
  const [size] = largestPage(check.context, check.list);
  const isFull = typeof size?.value !== "number" || page.ids.length >= size.value;
  if (page.hasMore !== true || isFull || page.next.length === 0) return;
  const beyond = await readPage(check, [size, query, ...page.next]);
  if (beyond) check.context.judge(itemsBeyond(check, page, beyond));
}

/** Whether a page in the largest size has all items of its query. */
function isWhole({ context, list }: ListCheck, page: Page): boolean {
  const [size] = largestPage(context, list);
  const isFull = typeof size?.value === "number" && page.ids.length >= size.value;
  return (
    page.hasMore === false || page.next.length === 0 || (size !== undefined && !isFull && page.hasMore === undefined)
  );
}

/** Reads a filtered list to its end where a page may lack an item. A server may send fewer items than the largest page has. */
async function readAllOf(
  check: ListCheck,
  filter: Filter,
  sought: readonly Json[],
  { page, query }: { page: Page; query: ParameterValue },
): Promise<void> {
  if (!lacksItem(check, filter, sought, page)) return;
  const isLast = isEnd(page) || page.items.length === 0;
  const toEnd = isLast ? undefined : await readForward(check, [...largestPage(check.context, check.list), query]);
  check.context.judge(allWithValue(check, filter, sought, { page, toEnd }));
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
    if (page && !check.context.judge(soughtValue(check, filter, [sought], page))) return;
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
    return own.length > 0 && !own.some((found) => matches(filter, found, value));
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
async function readPreceding(check: ListCheck, query: ParameterValue, filtered: Pages): Promise<void> {
  const { context, list } = check;
  const index = filtered.items.length - 1;
  // Pages that repeat items do not show which ones are before the last one.
  if (index < 1 || new Set(filtered.ids).size < filtered.ids.length) return;
  const beside = [query, ...sizedBy(list.paging, 2)];
  const page = await readBeside(check, list.paging.previous, filtered.items[index], beside);
  if (!page || !context.judge(neighborsOf(check, page, filtered.ids, index, "precede"))) return;
  context.judge(middleAnnounced(check, page, index - page.ids.length));
}

/** A filtered list ends where its pages say so. That is at the last page, and on a page that has all items. */
async function readEnd(check: ListCheck, query: ParameterValue, filtered: Pages): Promise<void> {
  const last = filtered.pages.at(-1);
  if (!filtered.isComplete || !last) return;
  await readBeyond(check, last, [query]);
  const page = await readPage(check, [query]);
  if (page) check.context.judge(endAnnounced(check, page, filtered.ids.length));
}

/** Requests a value in capital letters. @param present values that items of the list have */
async function readUpperCase(check: ListCheck, filter: Filter, present: readonly Json[]): Promise<void> {
  const { context, list } = check;
  const value = present.find((member) => typeof member === "string" && member !== member.toUpperCase());
  const base = await validRequest(context, list.operation);
  if (typeof value !== "string" || !base) return;
  const exchange = await context.send(withParameters(base, [sent(filter.parameter, value.toUpperCase())]));
  const items = isSuccess(exchange) ? itemsOf(list, exchange) : [];
  context.judge(valueInCapitals(check, filter, value, { items, exchange }));
}

/** The places that state how the list is paged. */
function pagingPlaces({ operation, paging }: ListOperation): string[] {
  const stated = ["hasMore", "forward", "backward"].map((name) => pointerTo(paging.pointer, name));
  return [...stated, ...cursorParameters(operation).map(({ pointer }) => pointer)];
}
