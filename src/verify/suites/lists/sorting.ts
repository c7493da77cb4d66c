import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Sorting } from "#statements/sorting.js";
import { faultOf } from "#verify/model/request/expectation.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { largestPage, type Page, sent, sizedBy } from "#verify/resources/lists/read-pages.js";
import { broken } from "#verify/rules/sentence.js";
import { partOf } from "./completeness.js";
import { type ListCheck, pageFinding, readPage } from "./list-check.js";

/** So many documented orders are requested. */
const MAX_ORDERS = 4;

/**
 * A list is sorted as requested, over all of its pages. Names suggest the property, and servers compare texts in several
 * ways. So these are warnings, and only of items that are out of order in each of these ways.
 */
export async function isSortedAsRequested(check: ListCheck, sortings: readonly Sorting[]): Promise<void> {
  const { context, list, whole } = check;
  const usable = sortings.filter(({ property }) => new Set(whole.items.map((item) => item[property])).size > 1);
  if (usable.length === 0) throw new Skipped("all items of the list have the same values");
  const orders: EnumOrders = new Map();
  for (const sorting of usable.slice(0, MAX_ORDERS)) {
    const query = sorting.query.map(({ parameter, value }) => sent(parameter, value));
    const page = await readPage(check, [...largestPage(context, list), ...query]);
    if (!page || !expectSorted(check, sorting, page.items, page, orders)) return;
    const sized = [...sizedBy(list.paging, partOf(check, page.items.length)), ...query];
    const first = await readPage(check, sized);
    const second = first && first.next.length > 0 ? await readPage(check, [...sized, ...first.next]) : undefined;
    if (first && second && !expectSorted(check, sorting, [...first.items, ...second.items], second, orders)) return;
  }
}

/** The orders of the members of enums that lists had, by property and direction. */
type EnumOrders = Map<string, readonly Json[]>;

/** @returns whether the items are in order */
function expectSorted(
  check: ListCheck,
  { query, property, direction, isEnum }: Sorting,
  items: ListCheck["whole"]["items"],
  page: Page,
  orders: EnumOrders,
): boolean {
  const values = items.map((item) => item[property] ?? null);
  const isOrdered = isEnum
    ? isInOwnOrder(values, orders, property, direction)
    : direction
      ? isIn(values, direction)
      : isIn(values, "ascending") || isIn(values, "descending");
  if (isOrdered) return true;
  const requested = query.map(({ parameter, value }) => `${parameter.name} ${jsonText(value)}`);
  check.context.fail(
    pageFinding(check, {
      basis: "inferred",
      about: { list: "order", fields: [property], fault: faultOf(query[0].parameter) },
      ...broken("items-not-sorted", { requested: requested.join(" and ") }),
      expected: `${property} ${direction ?? "in order"}`,
      received: values
        .slice(0, 10)
        .map((shown) => jsonText(shown))
        .join(", "),
    }),
    page.exchange,
  );
  return false;
}

/**
 * Whether members of an enum are in an order of their own. Equal ones follow each other, and the other direction reverses
 * them.
 */
function isInOwnOrder(
  values: readonly Json[],
  orders: EnumOrders,
  property: string,
  direction: Sorting["direction"],
): boolean {
  const groups = values.filter((value, index) => value !== values[index - 1]);
  if (new Set(groups).size < groups.length) return false;
  if (direction === undefined) return true;
  const other = orders.get(`${property} ${direction === "ascending" ? "descending" : "ascending"}`);
  orders.set(`${property} ${direction}`, groups);
  const both = other?.filter((value) => groups.includes(value)).toReversed();
  return both === undefined || jsonText(both) === jsonText(groups.filter((value) => other?.includes(value)));
}

function isIn(values: readonly Json[], direction: "ascending" | "descending"): boolean {
  const sign = direction === "ascending" ? 1 : -1;
  return values.every((value, index) => {
    const before = values[index - 1];
    if (before === undefined || before === null || value === null) return true;
    if (typeof before === "number" && typeof value === "number") return (before - value) * sign <= 0;
    return COMPARISONS.some((compare) => compare(String(before), String(value)) * sign <= 0);
  });
}

/** The ways in which servers compare texts. */
const COMPARISONS: readonly ((one: string, other: string) => number)[] = [
  (one, other) => Number(one > other) - Number(one < other),
  (one, other) => one.localeCompare(other, "en", { sensitivity: "base" }),
  (one, other) => one.localeCompare(other, "en", { numeric: true }),
];
