import { allNames } from "#cli/names-text.js";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Sorting } from "#statements/sorting.js";
import { disorderIn, type StatedOrder } from "#statements/stated-order.js";
import type { Judgment } from "../../model/finding/finding.js";
import { faultOf } from "../../model/request/expectation.js";
import type { Page } from "../../relations/pages.js";
import { broken } from "../../rules/sentence.js";
import { type JudgedList, pageJudgment } from "./judged-list.js";

/** The items are in the order that the description states. A description is not a schema, so this is a warning. */
export function inStatedOrder(
  judged: JudgedList,
  { pages, items }: { pages: readonly Pick<Page, "exchange">[]; items: readonly JsonObject[] },
  order: StatedOrder,
): Judgment[] {
  const disorder = disorderIn(items, order);
  if (!disorder) return [];
  const { field, ...facts } = disorder;
  const about = { list: "order", fields: [field] } as const;
  const breach = broken("items-not-in-stated-order", { order });
  return [pageJudgment(judged, { basis: "inferred", about, ...breach, ...facts }, pages[0])];
}

/** The items of a list with stated cursors have the same order at each reading: otherwise its cursors are useless. */
export function unstableOrder(judged: Omit<JudgedList, "whole">): Judgment {
  const facts = { expected: "the same order at each reading", received: "another order at each reading" };
  const breach = broken("order-differs-at-each-reading", {});
  return pageJudgment(judged, { about: { list: "order" }, ...breach, ...facts }, undefined);
}

/** The orders of the members of enums that lists had, by property and direction. */
export type EnumOrders = Map<string, readonly Json[]>;

/**
 * A list is sorted as requested. Names suggest the property, and servers compare texts in several ways. So these are warnings,
 * and only of items that are out of order in each of these ways.
 *
 * @param orders those that earlier pages had; the one of these items is added
 */
export function sortedItems(
  judged: JudgedList,
  { query, property, direction, isEnum }: Sorting,
  { items, page }: { items: readonly JsonObject[]; page: Page },
  orders: EnumOrders,
): Judgment[] {
  const values = items.map((item) => item[property] ?? null);
  const isOrdered = isEnum
    ? isInOwnOrder(values, orders, property, direction)
    : direction
      ? isIn(values, direction)
      : isIn(values, "ascending") || isIn(values, "descending");
  if (isOrdered) return [];
  const requested = allNames(query.map(({ parameter, value }) => `${parameter.name} ${jsonText(value)}`));
  const facts = {
    basis: "inferred",
    about: { list: "order", fields: [property], fault: faultOf(query[0].parameter) },
    ...broken("items-not-sorted", { requested }),
    expected: `${property} ${direction ?? "in order"}`,
    received: values
      .slice(0, 10)
      .map((shown) => jsonText(shown))
      .join(", "),
  } as const;
  return [pageJudgment(judged, facts, page)];
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
