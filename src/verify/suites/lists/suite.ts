import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation, Paging, Parameter } from "#openapi/operations/operation.js";
import { successPlaces } from "#openapi/operations/places.js";
import { expansionsOf } from "#statements/expansions.js";
import { filtersOf } from "#statements/filters.js";
import type { ListOperation } from "#statements/list-items.js";
import { hasStatedCursor, listOf, namesItem } from "#statements/paging/paging.js";
import { keywordPlace } from "#statements/parameter-schema.js";
import { rangesOf } from "#statements/ranges.js";
import { searchOf } from "#statements/searches.js";
import { sortingsOf } from "#statements/sorting.js";
import { statedOrder } from "#statements/stated-order.js";
import { inStatedOrder } from "#verify/judges/lists/order.js";
import type { PlanContext } from "#verify/model/test-case/request-context.js";
import { covers, coversStated, type TestCase } from "#verify/model/test-case/test-case.js";
import { pageSizes } from "#verify/resources/lists/read-pages.js";
import { type Suite, testCase } from "../suite.js";
import { yieldsEveryItemOnce } from "./completeness.js";
import { yieldsFollowingItems, yieldsPrecedingItems } from "./cursors.js";
import { expandsItems } from "./expansions.js";
import { yieldsFoundItems, yieldsMatchingItems } from "./filters.js";
import { itemCases, nestedCases } from "./items.js";
import type { ListCheck } from "./list-check.js";
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

/** A test case of a list, the places of the document that it covers, and what it compares. */
interface ListCase {
  behavior: string;
  places: readonly string[];
  run: (check: ListCheck) => Promise<void>;
  /** The parameter that it is about (default: none). */
  parameter?: Parameter;
}

function pageCases(context: PlanContext, operation: Operation): TestCase[] {
  const { document } = context.contract;
  const list = listOf(document, operation);
  if (!list) return [];
  const cases = [
    ...wholeCases(list),
    ...sizeCases(context, list),
    ...cursorCases(list),
    ...filterCases(context, list),
    ...searchCases(context, list),
    ...rangeCases(context, list),
    ...expansionCases(context, list),
    ...sortingCases(context, list),
  ];
  const { basis } = list.paging;
  const responses = basis === "stated" ? [coversStated(operation, successPlaces(document, operation))] : [];
  // A requirement that is stated at a parameter is about its effect, also where names suggest the pages.
  const isCovered = (parameter: Parameter | undefined) => basis === "stated" || parameter !== undefined;
  return cases.map(({ behavior, places, run, parameter }) =>
    testCase("lists", operation, behavior, {
      parameter,
      isLong: true,
      covers: isCovered(parameter) ? [covers(operation, places), ...responses] : [],
      run: (running) => withStableList(running, list, places, run),
    }),
  );
}

/** The place of a part of the extension that states the paging, or that of what suggests it. */
function placeIn({ basis, pointer }: Paging, part: string): string {
  return basis === "stated" ? pointerTo(pointer, part) : pointer;
}

/** All pages together: they have every item, in the order that the document states. */
function wholeCases({ operation, paging }: ListOperation): ListCase[] {
  const { basis, pageSize, next, hasMore, pointer } = paging;
  const order = basis === "inferred" ? statedOrder(operation) : undefined;
  const place = hasMore === undefined ? pointer : placeIn(paging, "hasMore");
  const everyItem = {
    behavior: `pages yield every item once${suggestedBy(paging)}`,
    places: [place],
    run: yieldsEveryItemOnce,
  };
  const inOrder = order && {
    behavior: `items are in the stated order, ${order} first`,
    places: [],
    run: async (check: ListCheck) => void check.context.judge(inStatedOrder(check, check.whole, order)),
  };
  return [...(pageSize || next ? [everyItem] : []), ...(inOrder ? [inOrder] : [])];
}

function sizeCases(context: PlanContext, list: ListOperation): ListCase[] {
  const { paging } = list;
  const { pageSize } = paging;
  if (!pageSize) return [];
  const placeOf = (keyword: string) => keywordPlace(context.contract.document, pageSize, keyword);
  const { initial } = pageSizes(context, list);
  const filters = filtersOf(context.contract.document, list);
  const respected = {
    behavior: `pages respect the page size${suggestedBy(paging)}`,
    places: [placeIn(paging, "pageSize"), placeOf("minimum"), placeOf("maximum")],
    run: respectsPageSize,
    parameter: pageSize,
  };
  if (initial === undefined) return [respected];
  const byDefault = {
    behavior: "the default page size is the documented one",
    places: [placeOf("default")],
    run: (check: ListCheck) => hasDefaultPageSize(check, initial, filters),
    parameter: pageSize,
  };
  return [respected, byDefault];
}

/** The steps from one page to another. A cursor in the body has no check of its own: the case of all pages covers it. */
function cursorCases({ operation, paging }: ListOperation): ListCase[] {
  const { next, previous } = paging;
  const cases: ListCase[] = [];
  if (next?.parameter && (namesItem(next) || hasStatedCursor(paging))) {
    const { name, pointer } = next.parameter;
    const places = [placeIn(paging, "forward"), pointer];
    cases.push({ behavior: `${name} yields the following items`, places, run: yieldsFollowingItems });
  }
  if (previous) {
    const { name, pointer } = previous.parameter ?? {
      name: "the address of the page before",
      pointer: operation.pointer,
    };
    const places = [placeIn(paging, "backward"), pointer];
    cases.push({ behavior: `${name} yields the preceding items`, places, run: yieldsPrecedingItems });
  }
  return cases;
}

function filterCases({ contract }: PlanContext, list: ListOperation): ListCase[] {
  const filters = filtersOf(contract.document, list);
  return filters.map((filter) => ({
    behavior: `${filter.parameter.name} yields ${filter.basis === "stated" ? "the matching items, and all of them" : "items with its value"}`,
    places: [filter.parameter.pointer],
    run: (check) => yieldsMatchingItems(check, filter, filters),
    parameter: filter.parameter,
  }));
}

function searchCases({ contract }: PlanContext, list: ListOperation): ListCase[] {
  const parameter = searchOf(contract.document, list.operation);
  if (!parameter || filtersOf(contract.document, list).some((filter) => filter.parameter === parameter)) return [];
  const behavior = `${parameter.name} finds what has its text`;
  return [{ behavior, places: [parameter.pointer], run: (check) => yieldsFoundItems(check, parameter), parameter }];
}

/** A parameter may have several ranges, as `created[gte]` and `created[lte]` of one object have. */
function rangeCases({ contract }: PlanContext, list: ListOperation): ListCase[] {
  const ranges = rangesOf(contract.document, list);
  return [...new Set(ranges.map((range) => range.parameter))].map((parameter) => ({
    behavior: `${parameter.name} yields the items in its range`,
    places: [parameter.pointer],
    run: async (check) => {
      for (const range of ranges.filter((own) => own.parameter === parameter)) await yieldsItemsInRange(check, range);
    },
    parameter,
  }));
}

function expansionCases({ contract }: PlanContext, { operation, paging }: ListOperation): ListCase[] {
  return expansionsOf(contract.document, operation, paging.items).map((expansion) => ({
    behavior: `${expansion.parameter.name} shows ${expansion.field} as an object`,
    places: [expansion.parameter.pointer],
    run: (check) => expandsItems(check, expansion),
    parameter: expansion.parameter,
  }));
}

function sortingCases({ contract }: PlanContext, list: ListOperation): ListCase[] {
  const sortings = sortingsOf(contract.document, list);
  const [first] = sortings;
  if (!first) return [];
  const [{ parameter }] = first.query;
  const run = (check: ListCheck) => isSortedAsRequested(check, sortings);
  return [{ behavior: `${parameter.name} sorts the items`, places: [parameter.pointer], run, parameter }];
}

/** The words in a title that name what suggests the paging; empty if the document states it. */
function suggestedBy(paging: Paging): string {
  const { basis, pageSize, next } = paging;
  if (basis === "stated") return "";
  return `, as ${namesOf(paging)} suggest${pageSize && next && pageSize !== next.parameter ? "" : "s"}`;
}

function namesOf({ pageSize, next }: Paging): string {
  const nextName = next && (next.parameter?.name ?? "the address of the next page");
  return [...new Set([pageSize?.name, nextName])].filter((name) => name !== undefined).join(" and ");
}
