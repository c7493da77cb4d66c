import { asList, type Json } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import type { Parameter } from "#openapi/operations/operation.js";
import { isSuccess, itemsOf } from "#verify/model/request/exchange.js";
import { GENERATED } from "#verify/model/request/request-spec.js";
import type { PlanContext } from "#verify/model/test-case/request-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { validRequest } from "#verify/resources/valid-request.js";
import { expectConsistentPages, expectSameItems } from "./completeness.js";
import { BEFORE_AND_AFTER, expectNeighbors } from "./cursors.js";
import {
  cursorParameters,
  idOf,
  maximumPageSize,
  type PagedList,
  type Pages,
  pageSizeQuery,
  type Query,
  readForward,
  readPage,
  readPageBeside,
} from "./list-reader.js";
import { failHasMore, failPage, type ListCheck } from "./stable-list.js";

/** A query parameter with an enum, and the property of the items that has the same name. */
export interface Filter {
  parameter: Parameter;
  property: string;
  values: Json[];
  /** Whether a list without the parameter is filtered too, by its default. */
  hasDefault: boolean;
}

/** The filters of a list. */
export function filtersOf({ contract: { document } }: PlanContext, { operation, pagination }: PagedList): Filter[] {
  const others = [pagination.pageSize, ...cursorParameters(operation).map(({ name }) => name)];
  return operation.parameters.flatMap((parameter) => {
    const { name, schema, schemaPointer } = parameter;
    if (parameter.in !== "query" || others.includes(name) || schema === undefined) return [];
    const { node } = resolveReference(document, schema === true ? {} : schema, schemaPointer);
    const values = asList(node.enum);
    return values.length > 0 ? [{ parameter, property: name, values, hasDefault: node.default !== undefined }] : [];
  });
}

/** A filter yields the items that have its value, and all of them. */
export async function yieldsMatchingItems(check: ListCheck, filter: Filter): Promise<void> {
  const { whole } = check;
  const { parameter, property, values } = filter;
  const hasProperty = whole.items.some((item) => item[property] !== undefined);
  const present = values.filter((value) => whole.items.some((item) => item[property] === value));
  for (const value of values) await expectMatching(check, filter, value, hasProperty);
  await expectNoEffectOfUpperCase(check, filter, present);
  if (hasProperty && present.length === 0) {
    const names = values.map((each) => JSON.stringify(each)).join(", ");
    throw new Skipped(`the list has no item with ${parameter.name} ${names}`);
  }
  if (whole.ids.length === 0) throw new Skipped("the list is empty");
}

/** @param hasProperty whether the items show the filter's property */
async function expectMatching(
  check: ListCheck,
  { parameter, property, hasDefault }: Filter,
  value: Json,
  hasProperty: boolean,
): Promise<void> {
  const { context, list, whole } = check;
  const wanted = whole.items.filter((item) => item[property] === value).map((item) => idOf(list.pagination, item));
  // Three pages: the first, one in the middle, the last.
  const size = Math.max(1, Math.min(Math.ceil(wanted.length / 3), maximumPageSize(list) ?? 10));
  const query = { [parameter.name]: value };
  const filtered = await readForward(context, list, { ...pageSizeQuery(list, size), ...query });
  const other = hasProperty ? filtered.items.find((item) => item[property] !== value) : undefined;
  if (other) {
    const page = filtered.pages.find(({ items }) => items.includes(other));
    return failPage(check, page, {
      message: `${parameter.name} ${JSON.stringify(value)} lists an item with another value`,
      expected: `${property}: ${JSON.stringify(value)}`,
      received: `${property}: ${JSON.stringify(other[property])}`,
    });
  }
  const paged = { ...check, places: [parameter.pointer, ...paginationPlaces(list)] };
  expectConsistentPages(paged, filtered);
  if (hasProperty && !hasDefault && whole.complete && filtered.complete) {
    expectSameItems(paged, wanted, filtered, `pages with ${parameter.name} ${JSON.stringify(value)}`);
  }
  await expectPrecedingFiltered(paged, query, filtered);
  await expectEndWhereAnnounced(paged, query, filtered);
}

/** The backward cursor of the last filtered item yields the filtered items before it. */
async function expectPrecedingFiltered(check: ListCheck, query: Query, filtered: Pages): Promise<void> {
  const { context, list } = check;
  const index = filtered.items.length - 1;
  if (index < 1) return;
  const sized = { ...query, ...pageSizeQuery(list, 2) };
  const page = await readPageBeside(context, list, list.pagination.backward, filtered.items[index], sized);
  if (!page || !expectNeighbors(check, page, filtered.ids, index, "precede")) return;
  if (page.hasMore === false && page.ids.length < index) failHasMore(check, page, BEFORE_AND_AFTER);
}

/** A filtered list ends where its pages say so: at the last page, and on a page that has all items. */
async function expectEndWhereAnnounced(check: ListCheck, query: Query, filtered: Pages): Promise<void> {
  const { context, list } = check;
  if (!filtered.complete) return;
  const last = filtered.pages.at(-1);
  if (last?.hasMore === false && last.next !== undefined) {
    const beyond = await readPage(context, list, { ...query, [list.pagination.forward.parameter]: last.next });
    if (beyond && beyond.ids.length > 0) failHasMore(check, last);
  }
  const page = await readPage(context, list, query);
  // A server may send fewer items than requested; then more exist.
  if (page?.hasMore === true && page.ids.length === filtered.ids.length) failHasMore(check, page);
}

/**
 * A value in capital letters may be rejected, match nothing, or match the same items. It does not disable the filter.
 *
 * @param present values that items of the list have
 */
async function expectNoEffectOfUpperCase(
  { context, list, places, whole }: ListCheck,
  { parameter, property }: Filter,
  present: readonly Json[],
): Promise<void> {
  const value = present.find((each) => typeof each === "string" && each !== each.toUpperCase());
  const base = await validRequest(context, list.operation);
  if (typeof value !== "string" || !base) return;
  const upperCase = value.toUpperCase();
  const parameters = [...base.parameters, { parameter, value: upperCase, source: GENERATED }];
  const exchange = await context.send({ ...base, parameters });
  const items = isSuccess(exchange) ? itemsOf(list.pagination, exchange) : [];
  const other = items.find((item) => item[property] !== value);
  if (!other) return;
  context.fail(
    {
      check: "pagination",
      message: `${parameter.name} ${JSON.stringify(upperCase)} disables the filter`,
      place: parameter.pointer,
      places: [places],
      expected: `a rejection, no items, or ${property}: ${JSON.stringify(value)}`,
      received: `${property}: ${JSON.stringify(other[property])}, and ${items.length} of ${whole.ids.length} items`,
      isVolatile: true,
    },
    exchange,
  );
}

/** The places that declare how the list is paged. */
function paginationPlaces({ operation }: PagedList): string[] {
  const declared = ["hasMore", "forward", "backward"].map((name) => pointerTo(operation.pointer, "x-pagination", name));
  return [...declared, ...cursorParameters(operation).map(({ pointer }) => pointer)];
}
