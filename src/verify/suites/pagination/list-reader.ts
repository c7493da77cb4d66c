import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { Cursor, Operation, Pagination, Parameter } from "#openapi/operations/operation.js";
import { type Exchange, isSuccess, itemsOf, jsonOf } from "#verify/model/request/exchange.js";
import { success } from "#verify/model/request/expectation.js";
import { GENERATED, type ParameterValue, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext, SharedResults } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { requireValidRequest } from "#verify/resources/valid-request.js";

/** A paged list. */
export interface PagedList {
  operation: Operation;
  pagination: Pagination;
}

/** Values of query parameters by their names. */
export type Query = Readonly<Record<string, Json>>;

/** One page of a list. */
export interface Page {
  exchange: Exchange;
  items: JsonObject[];
  /** Identifiers of the items: the value that cursors name, or the whole item. */
  ids: string[];
  /** Undefined if the list does not say. */
  hasMore: boolean | undefined;
  /** The cursor of the next page; undefined if the page has none. */
  next: Json | undefined;
}

/** Consecutive pages of a list. */
export interface Pages {
  pages: Page[];
  ids: string[];
  items: JsonObject[];
  /** Whether the last page is the end of the list. */
  complete: boolean;
}

/** Reading stops after this many pages. */
const MAX_PAGES = 12;

/** A page of a list; undefined if the request did not succeed, which is a finding then. */
export async function readPage(context: CaseContext, list: PagedList, query: Query): Promise<Page | undefined> {
  const request = await pageRequest(context, list, query);
  return pageOf(context, list, query, request, await context.send(request));
}

/** The request for a page. */
export async function pageRequest(context: CaseContext, list: PagedList, query: Query): Promise<RequestSpec> {
  const base = await requireValidRequest(context, list.operation);
  const own = queryValues(list, query);
  const others = base.parameters.filter(({ parameter }) => !own.some((each) => each.parameter === parameter));
  return { operation: list.operation, parameters: [...others, ...own] };
}

/** The page of a response; undefined if the request did not succeed, which is a finding then. */
export async function pageOf(
  context: CaseContext,
  list: PagedList,
  query: Query,
  request: RequestSpec,
  exchange: Exchange,
): Promise<Page | undefined> {
  await context.check(request, success(list.operation, "a page of the list"), exchange);
  if (!isSuccess(exchange)) return undefined;
  const page = parsePage(list, exchange);
  for (const id of page.ids) seenIn(context, list).add(id);
  expectPageSize(context, list, query, page);
  return page;
}

const seen = new WeakMap<SharedResults, Map<Operation, Set<string>>>();

/** The identifiers of all items of a list that any test case of the run has seen so far. */
export function seenIn({ shared }: CaseContext, { operation }: PagedList): Set<string> {
  const lists = seen.get(shared) ?? new Map<Operation, Set<string>>();
  seen.set(shared, lists);
  const ids = lists.get(operation) ?? new Set<string>();
  lists.set(operation, ids);
  return ids;
}

/** The page that a cursor names by an item; undefined if it cannot name it, or if the request did not succeed. */
export async function readPageBeside(
  context: CaseContext,
  list: PagedList,
  cursor: Cursor | undefined,
  item: JsonObject | undefined,
  query: Query = {},
): Promise<Page | undefined> {
  const beside = queryBeside(cursor, item);
  return beside && readPage(context, list, { ...query, ...beside });
}

/** The query parameters of a list, by their names. */
export function queryValues(list: PagedList, query: Query): ParameterValue[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const parameter = queryParameter(list, name);
    return parameter ? [{ parameter, value, source: GENERATED }] : [];
  });
}

/** A page never has more items than its page size, or than the default page size. */
function expectPageSize(context: CaseContext, list: PagedList, query: Query, page: Page): void {
  const parameter = queryParameter(list, list.pagination.pageSize);
  if (!parameter) return;
  const requested = query[parameter.name];
  const maximum = requested ?? asObject(parameter.schema).default;
  if (typeof maximum !== "number" || page.ids.length <= maximum) return;
  context.fail(
    {
      check: "pagination",
      message: `the page has more items than ${requested === undefined ? "the default" : "requested"}`,
      place: pointerTo(parameter.schemaPointer, requested === undefined ? "default" : "maximum"),
      expected: `at most ${maximum} items`,
      received: `${page.ids.length} items`,
      isVolatile: true,
    },
    page.exchange,
  );
}

function parsePage({ pagination }: PagedList, exchange: Exchange): Page {
  const { hasMore, forward } = pagination;
  const body = jsonOf(exchange);
  const items = itemsOf(pagination, exchange);
  const more = hasMore === undefined ? undefined : valueAt(body, hasMore);
  const token = forward.body === undefined ? undefined : valueAt(body, forward.body);
  const next = forward.item === undefined ? token : cursorAt(forward, items.at(-1));
  return {
    exchange,
    items,
    ids: items.map((item) => idOf(pagination, item)),
    hasMore: typeof more === "boolean" ? more : undefined,
    next: next === null || next === "" ? undefined : next,
  };
}

/** The identifier of an item. */
export function idOf({ forward }: Pagination, item: JsonObject): string {
  const id = forward.item === undefined ? (item.id ?? item) : valueAt(item, forward.item);
  return typeof id === "string" ? id.toLowerCase() : JSON.stringify(id);
}

/** The cursor of a parameter; undefined if the parameter is not a cursor that names an item. */
export function cursorOf({ pagination }: Operation, { name }: Parameter): Cursor | undefined {
  const cursors = [pagination?.forward, pagination?.backward];
  return cursors.find((each) => each?.parameter === name && each.item !== undefined);
}

/** The parameters that are cursors, forward and backward. */
export function cursorParameters({ pagination, parameters }: Operation): Parameter[] {
  const names = [pagination?.forward.parameter, pagination?.backward?.parameter];
  return parameters.filter(({ name }) => names.includes(name));
}

/** The value of a cursor that names an item; undefined without an item, or if cursors do not name items. */
function cursorAt(cursor: Cursor | undefined, item: JsonObject | undefined): Json | undefined {
  return cursor?.item === undefined || !item ? undefined : valueAt(item, cursor.item);
}

/** The query for the page that a cursor names by an item; undefined if it cannot name it. */
export function queryBeside(cursor: Cursor | undefined, item: JsonObject | undefined): Query | undefined {
  const value = cursorAt(cursor, item);
  return cursor === undefined || value === undefined ? undefined : { [cursor.parameter]: value };
}

/** A cursor that names the first item of the list; undefined if the list is empty. */
export async function firstCursor(
  context: CaseContext,
  operation: Operation,
  parameter: Parameter,
): Promise<ParameterValue | undefined> {
  const { pagination } = operation;
  const [first] = pagination ? (await wholeList(context, { operation, pagination })).items : [];
  const value = cursorAt(cursorOf(operation, parameter), first);
  return value === undefined ? undefined : { parameter, value, source: { kind: "list", operation: operation.id } };
}

/** The query parameter with a name. */
export function queryParameter({ operation }: PagedList, name: string | undefined): Parameter | undefined {
  return operation.parameters.find((each) => each.in === "query" && each.name === name);
}

/** Reads a list forward to its end, or to the maximum of pages. */
export async function readForward(context: CaseContext, list: PagedList, query: Query): Promise<Pages> {
  const { forward } = list.pagination;
  const pages: Page[] = [];
  let complete = false;
  let cursor: Query = {};
  while (pages.length < MAX_PAGES && !complete) {
    const page = await readPage(context, list, { ...query, ...cursor });
    if (!page) break;
    pages.push(page);
    complete = page.hasMore === false || page.next === undefined;
    if (page.next !== undefined) cursor = { [forward.parameter]: page.next };
  }
  return { pages, ids: pages.flatMap(({ ids }) => ids), items: pages.flatMap(({ items }) => items), complete };
}

/** The maximum page size of the document; undefined if it has none. */
export function maximumPageSize(list: PagedList): number | undefined {
  const { maximum } = asObject(queryParameter(list, list.pagination.pageSize)?.schema);
  return typeof maximum === "number" ? maximum : undefined;
}

/**
 * The whole list in pages of the maximum size, read once for all test cases that compare with it.
 *
 * @throws Skipped if it cannot be read
 */
export async function wholeList(context: CaseContext, list: PagedList): Promise<Pages> {
  const whole = await context.shared.get(`whole ${list.operation.id}`, () =>
    readForward(context, list, pageSizeQuery(list, maximumPageSize(list))),
  );
  if (whole.pages.length === 0) throw new Skipped("the list could not be read");
  return whole;
}

/** The query for pages of a size; empty if the list has no page size. */
export function pageSizeQuery({ pagination }: PagedList, size: number | undefined): Query {
  return pagination.pageSize === undefined || size === undefined ? {} : { [pagination.pageSize]: size };
}
