import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation, Paging, Parameter } from "#openapi/operations/operation.js";
import { successPlaces } from "#openapi/operations/places.js";
import { expansionsOf } from "#statements/expansions.js";
import { filtersOf } from "#statements/filters.js";
import { hasStatedCursor, listOf, namesItem } from "#statements/paging/paging.js";
import { rangesOf } from "#statements/ranges.js";
import { sortingsOf } from "#statements/sorting.js";
import { statedOrder } from "#statements/stated-order.js";
import type { PlanContext } from "#verify/model/test-case/request-context.js";
import { covers, coversStated, type TestCase } from "#verify/model/test-case/test-case.js";
import { pageSizes } from "#verify/resources/lists/read-pages.js";
import { type Suite, testCase } from "../suite.js";
import { yieldsEveryItemOnce } from "./completeness.js";
import { yieldsFollowingItems, yieldsPrecedingItems } from "./cursors.js";
import { expandsItems } from "./expansions.js";
import { yieldsMatchingItems } from "./filters.js";
import { itemCases, nestedCases } from "./items.js";
import type { ListCheck } from "./list-check.js";
import { expectStatedOrder } from "./order.js";
import { hasDefaultPageSize, respectsPageSize } from "./page-size.js";
import { yieldsItemsInRange } from "./ranges.js";
import { isSortedAsRequested } from "./sorting.js";
import { withStableList } from "./stable-list.js";

/**
 * Compares the pages of a list with each other, and its items with the resources that other operations retrieve. Extensions
 * of the document state how, or names of its parameters and fields suggest it.
 */
export const lists: Suite = (context, operation) =>
  operation.method === "get"
    ? [...itemCases(context, operation), ...nestedCases(context, operation), ...pageCases(context, operation)]
    : [];

function pageCases(context: PlanContext, operation: Operation): TestCase[] {
  const { document } = context.contract;
  const list = listOf(document, operation);
  if (!list) return [];
  const { paging } = list;
  const { basis, pageSize, next } = paging;
  const responses = successPlaces(document, operation);
  const filters = filtersOf(document, list);
  const ranges = rangesOf(document, list);
  const sortings = sortingsOf(document, list);
  const tests: TestCase[] = [];
  const add = (
    behavior: string,
    places: readonly string[],
    run: (check: ListCheck) => Promise<void>,
    parameter?: Parameter,
  ) => {
    const stated = [covers(operation, places), coversStated(operation, responses)];
    tests.push(
      testCase("lists", operation, behavior, {
        parameter,
        isLong: true,
        covers: basis === "stated" ? stated : [],
        run: (running) => withStableList(running, list, places, run),
      }),
    );
  };
  const at = (name: string) => (basis === "stated" ? pointerTo(paging.pointer, name) : paging.pointer);
  const why =
    basis === "stated"
      ? ""
      : `, as ${namesOf(paging)} suggest${pageSize && next && pageSize !== next.parameter ? "" : "s"}`;
  if (pageSize || next) {
    const place = paging.hasMore === undefined ? paging.pointer : at("hasMore");
    add(`pages yield every item once${why}`, [place], yieldsEveryItemOnce);
  }
  const order = statedOrder(operation);
  if (order && basis === "inferred") {
    add(`items are in the stated order, ${order} first`, [], async (check) =>
      expectStatedOrder(check, check.whole, order),
    );
  }
  if (pageSize) {
    const bounds = ["minimum", "maximum"].map((name) => pointerTo(pageSize.schemaPointer, name));
    add(`pages respect the page size${why}`, [at("pageSize"), ...bounds], respectsPageSize, pageSize);
    const { initial } = pageSizes(context, list);
    const isDefault = (check: ListCheck) => hasDefaultPageSize(check, initial ?? 0, filters);
    const place = pointerTo(pageSize.schemaPointer, "default");
    if (initial !== undefined) add("the default page size is the documented one", [place], isDefault, pageSize);
  }
  // A cursor in the body has no check of its own: the test case covers the statements about it.
  if (next?.parameter && (namesItem(next) || hasStatedCursor(paging))) {
    const { name, pointer } = next.parameter;
    add(`${name} yields the following items`, [at("forward"), pointer], yieldsFollowingItems);
  }
  if (paging.previous) {
    const { name, pointer } = paging.previous.parameter ?? {
      name: "the address of the page before",
      pointer: operation.pointer,
    };
    add(`${name} yields the preceding items`, [at("backward"), pointer], yieldsPrecedingItems);
  }
  for (const filter of filters) {
    const { parameter } = filter;
    const result = filter.basis === "stated" ? "the matching items, and all of them" : "items with its value";
    add(
      `${parameter.name} yields ${result}`,
      [parameter.pointer],
      (check) => yieldsMatchingItems(check, filter, filters),
      parameter,
    );
  }
  for (const parameter of new Set(ranges.map((range) => range.parameter))) {
    add(
      `${parameter.name} yields the items in its range`,
      [parameter.pointer],
      async (check) => {
        for (const range of ranges.filter((own) => own.parameter === parameter)) await yieldsItemsInRange(check, range);
      },
      parameter,
    );
  }
  for (const expansion of expansionsOf(document, operation, paging.items)) {
    const { parameter, field } = expansion;
    add(
      `${parameter.name} shows ${field} as an object`,
      [parameter.pointer],
      (check) => expandsItems(check, expansion),
      parameter,
    );
  }
  const [sorting] = sortings;
  if (sorting) {
    const [{ parameter }] = sorting.query;
    const { name, pointer } = parameter;
    add(`${name} sorts the items`, [pointer], (check) => isSortedAsRequested(check, sortings), parameter);
  }
  return tests;
}

function namesOf({ pageSize, next }: Paging): string {
  const nextName = next && (next.parameter?.name ?? "the address of the next page");
  return [...new Set([pageSize?.name, nextName])].filter((name) => name !== undefined).join(" and ");
}
