import type { Json, JsonObject } from "../../../openapi/document.js";
import type { Operation, Pagination, Parameter } from "../../../openapi/operation.js";
import { pointerTo, valueAt } from "../../../openapi/pointer.js";
import { type Given, success } from "../../ask.js";
import { NotVerified } from "../../case.js";
import type { CaseRun } from "../../case-run.js";
import { type Exchange, jsonOf, succeeded } from "../../exchange.js";
import { requireAsk } from "../../known.js";
import { objectsOf, promisesStated } from "../../proves.js";

/** A list that is paged, and how. */
export interface PagedList {
  operation: Operation;
  pagination: Pagination;
}

/** One page, as it came. */
export interface Page {
  exchange: Exchange;
  items: JsonObject[];
  /** What tells the items apart: the value that cursors name, or the whole item. */
  ids: string[];
  /** Undefined where the list does not say. */
  hasMore: boolean | undefined;
  /** The cursor of the next page; undefined if the page holds none. */
  next: Json | undefined;
}

/** Pages that lead on from one another. */
export interface Walk {
  pages: Page[];
  ids: string[];
  items: JsonObject[];
  /** Whether the last page was the last of the list. */
  complete: boolean;
}

/** A walk is given up after this many pages: the list of a real server may have no end that matters. */
export const LONGEST_WALK = 12;

/** A page of a list, asked for with some values; undefined if it did not succeed, which is among the findings then. */
export async function pageOf(run: CaseRun, list: PagedList, query: Record<string, Json>): Promise<Page | undefined> {
  const base = await requireAsk(run, list.operation);
  const given = givenBy(list, query);
  const parameters = [
    ...base.parameters.filter(({ parameter }) => !given.some((each) => each.parameter === parameter)),
    ...given,
  ];
  const exchange = await run.ask(
    { operation: list.operation, parameters },
    success(list.operation, "a page of the list"),
  );
  if (!succeeded(exchange)) return undefined;
  const page = readPage(list, exchange);
  expectSize(run, list, query, page);
  return page;
}

/** The parameters of a query, by their names. */
export function givenBy(list: PagedList, query: Record<string, Json>): Given[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const parameter = parameterOf(list, name);
    return parameter ? [{ parameter, value }] : [];
  });
}

/** However a page is asked for, it holds no more than the size that was asked for, or the default. */
function expectSize(run: CaseRun, list: PagedList, query: Record<string, Json>, page: Page): void {
  const { pageSize } = list.pagination;
  const parameter = pageSize === undefined ? undefined : parameterOf(list, pageSize);
  if (!parameter) return;
  const standard = typeof parameter.schema === "object" ? parameter.schema.default : undefined;
  const most = query[parameter.name] ?? standard;
  if (typeof most !== "number" || page.ids.length <= most) return;
  const given = query[parameter.name] !== undefined;
  const location = pointerTo(parameter.schemaPointer, given ? "maximum" : "default");
  run.findBroken(
    "paging",
    location,
    promisesStated(run.environment.promises, list.operation.id, [location], true),
    {
      message: `the page holds more than ${given ? "was asked for" : "the default"}`,
      expected: `at most ${most} items`,
      received: `${page.ids.length} items`,
    },
    page.exchange,
  );
}

function readPage({ pagination }: PagedList, exchange: Exchange): Page {
  const { items: at, hasMore, forward } = pagination;
  const body = jsonOf(exchange);
  const items = objectsOf(valueAt(body, at));
  const more = hasMore === undefined ? undefined : valueAt(body, hasMore);
  const last = items.at(-1);
  const token = forward.body === undefined ? undefined : valueAt(body, forward.body);
  const next = forward.item === undefined ? token : last && valueAt(last, forward.item);
  return {
    exchange,
    items,
    ids: items.map((item) => idOf(pagination, item)),
    hasMore: typeof more === "boolean" ? more : undefined,
    next: next === null || next === "" ? undefined : next,
  };
}

/** What tells an item from the others. */
export function idOf({ forward }: Pagination, item: JsonObject): string {
  const id = forward.item === undefined ? (item.id ?? item) : valueAt(item, forward.item);
  return typeof id === "string" ? id.toLowerCase() : JSON.stringify(id);
}

/** The cursor that a parameter of an operation is; undefined if it is none, or none that names an item. */
export function cursorOf({ pagination }: Operation, name: string): { item: string } | undefined {
  const cursor = [pagination?.forward, pagination?.backward].find((each) => each?.parameter === name);
  return cursor?.item === undefined ? undefined : { item: cursor.item };
}

/** A cursor's value that is there on the target: the first item that the list shows; undefined if it shows none. */
export async function firstCursor(run: CaseRun, operation: Operation, item: string): Promise<Json | undefined> {
  const { pagination } = operation;
  const [first] = pagination ? (await wholeList(run, { operation, pagination })).items : [];
  return first && valueAt(first, item);
}

/** The query parameter of a name. */
export function parameterOf({ operation }: PagedList, name: string): Parameter | undefined {
  return operation.parameters.find((each) => each.in === "query" && each.name === name);
}

/** Walks a list forward to its end, or to the longest walk. */
export async function walkForward(
  run: CaseRun,
  list: PagedList,
  query: Record<string, Json>,
  longest = LONGEST_WALK,
): Promise<Walk> {
  const { forward } = list.pagination;
  const pages: Page[] = [];
  let complete = false;
  let more: Record<string, Json> = {};
  while (pages.length < longest) {
    const page = await pageOf(run, list, { ...query, ...more });
    if (!page) break;
    pages.push(page);
    const goesOn = page.hasMore ?? page.next !== undefined;
    if (!goesOn || page.next === undefined) {
      complete = true;
      break;
    }
    more = { [forward.parameter]: page.next };
  }
  return { pages, ids: pages.flatMap(({ ids }) => ids), items: pages.flatMap(({ items }) => items), complete };
}

/** The largest page that the document admits; undefined if it names no bound, or no page size. */
export function largestPage(list: PagedList): number | undefined {
  const { pageSize } = list.pagination;
  const parameter = pageSize === undefined ? undefined : parameterOf(list, pageSize);
  const schema = parameter && typeof parameter.schema === "object" ? parameter.schema : {};
  return typeof schema.maximum === "number" ? schema.maximum : undefined;
}

/**
 * The whole list in pages of the largest size, walked once for all cases that compare with it.
 *
 * @throws NotVerified if it cannot be read
 */
export async function wholeList(run: CaseRun, list: PagedList): Promise<Walk> {
  const { environment } = run;
  const key = `whole ${list.operation.id}`;
  const walk = await environment.shared(key, () => walkForward(run, list, sizeOf(list, largestPage(list))));
  if (walk.pages.length === 0) throw new NotVerified("the list could not be read");
  return walk;
}

/** The query that asks for pages of a size; empty where the list has no such parameter. */
export function sizeOf({ pagination }: PagedList, size: number | undefined): Record<string, Json> {
  return pagination.pageSize === undefined || size === undefined ? {} : { [pagination.pageSize]: size };
}
