import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { isNumber, jsonText } from "#openapi/document/long-integer.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { PageStep, Paging, Parameter } from "#openapi/operations/operation.js";
import type { Filter } from "#statements/filters.js";
import type { ListOperation } from "#statements/list-items.js";
import { itemProperties } from "#statements/list-items.js";
import type { Direction } from "#statements/paging/page-kind.js";
import { hasStatedCursor, isShown, namesItem, sizeValue, valuesBeside } from "#statements/paging/paging.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { resourceListedBy } from "#statements/resources/find-resources.js";
import { identifierIn } from "#statements/resources/identifying-values.js";
import type { Contract } from "#verify/model/contract.js";
import { type Exchange, isRejection, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { anyResponse, success } from "#verify/model/request/expectation.js";
import { FROM_RESPONSE, GENERATED, type ParameterValue, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { hasMoreItems, itemsOf, MAX_ITEMS } from "#verify/relations/list-items.js";
import { endsEmpty, type Page, type Pages } from "#verify/relations/pages.js";
import { undocumentedQuery } from "./undocumented-query.js";

/** The parts of a test case that read a list. */
export type ListReader = Pick<CaseContext, "contract" | "send" | "check">;

/** Reading stops after this many pages. */
const MAX_PAGES = 12;

/** The largest page that is requested where only names suggest that the document has a page size. */
const MAX_INFERRED_SIZE = 100;

/**
 * Reads a list page by page to its end, or to the maximum of pages.
 *
 * @param first a request for the first page
 * @param isEnough whether no further page is needed (default: every page is)
 */
export async function readPages(
  reader: ListReader,
  list: ListOperation,
  first: RequestSpec,
  isEnough: (page: Page) => boolean = () => false,
): Promise<Pages> {
  const pages: Page[] = [];
  let isComplete = false;
  let request: RequestSpec | undefined = first;
  while (request && pages.length < MAX_PAGES && !endsEmpty(pages)) {
    const exchange = await reader.send(request);
    const page = await pageOf(reader, list, request, exchange);
    if (!page) {
      isComplete = pages.length > 0 && isRejection(exchange) && !hasStatedCursor(list.paging);
      break;
    }
    // Some servers repeat the last page for every number after it. A stated cursor never leads to the same page.
    const isStated = hasStatedCursor(list.paging);
    const mayRepeat = isStated ? pages.length > 0 : pages.length > 1;
    if (mayRepeat && page.ids.length > 0 && page.ids.join() === pages.at(-1)?.ids.join()) {
      if (isStated) pages.push(page);
      else isComplete = true;
      break;
    }
    pages.push(page);
    if (page.items.length === MAX_ITEMS || hasMoreItems(list, exchange) || isEnough(page)) break;
    const leadsOn: boolean = page.hasMore !== false && page.next.length > 0;
    isComplete = !leadsOn && page.hasMore !== true;
    request = leadsOn ? withParameters(request, page.next) : undefined;
  }
  return { pages, ids: pages.flatMap(({ ids }) => ids), items: pages.flatMap(({ items }) => items), isComplete };
}

/**
 * The page of a response; undefined if the request did not succeed.
 *
 * @param expected of the response (default: success where a stated cursor leads to it)
 */
export async function pageOf(
  reader: ListReader,
  list: ListOperation,
  request: RequestSpec,
  exchange: Exchange,
  expected = hasStatedCursor(list.paging) ? success : anyResponse,
): Promise<Page | undefined> {
  await reader.check(request, expected(list.operation, "a page of the list"), exchange);
  if (!isSuccess(exchange)) return undefined;
  const { hasMore } = list.paging;
  const more = hasMore === undefined ? undefined : valueAt(jsonOf(exchange), hasMore);
  const items = itemsOf(list, exchange);
  return {
    exchange,
    items,
    ids: items.map(identification(reader.contract, list)),
    hasMore: typeof more === "boolean" ? more : undefined,
    next: queryBeside(list, request, exchange, "forward"),
  };
}

/** The identifier of an item: the value that cursors name, that of its resource, or the whole item. */
export function idOf(contract: Contract, list: ListOperation, item: JsonObject): string {
  return identification(contract, list)(item);
}

/** The function that finds the identifier of an item. */
export function identification(contract: Contract, list: ListOperation): (item: JsonObject) => string {
  const { operation, paging } = list;
  const identifiers = resourceListedBy(contract, operation)?.identifiers() ?? [];
  const documented = itemProperties(contract.document, list);
  // An id that the document does not describe may be the same everywhere.
  const isDocumented = documented.length === 0 || documented.includes("id");
  return (item) => {
    const named = namesItem(paging.next) ? valueAt(item, paging.next?.pointer ?? "") : undefined;
    const [id = isDocumented ? item.id : undefined] = [
      named,
      ...identifiers.map((identifier) => identifierIn(item, identifier)),
    ].filter((value) => value !== undefined);
    return (typeof id === "string" || isNumber(id) ? String(id) : jsonText(item)).toLowerCase();
  };
}

/** The parameters that request the page beside a page; an empty list if the page leads to none. */
export function queryBeside(
  list: ListOperation,
  { parameters }: Pick<RequestSpec, "parameters">,
  exchange: Exchange,
  direction: Direction,
): ParameterValue[] {
  const { operation, paging } = list;
  const step = direction === "forward" ? paging.next : paging.previous;
  const page = {
    body: jsonOf(exchange),
    items: itemsOf(list, exchange),
    header: (name: string) => exchange.headers.get(name),
    sent: parameters.find(({ parameter }) => parameter.name === step?.parameter?.name)?.value,
  };
  // The reader chose a number itself.
  const source = isShown(step) || namesItem(step) ? FROM_RESPONSE : GENERATED;
  return Object.entries(valuesBeside(paging, page, direction) ?? {}).map(([name, value]) => {
    const documented = [step?.parameter, ...operation.parameters.filter((parameter) => parameter.in === "query")].find(
      (parameter) => parameter?.name === name,
    );
    return { parameter: documented ?? undocumentedQuery(name), value: valueAt(value, "") ?? null, source };
  });
}

/** The parameter for the page that a cursor names by an item; undefined if it cannot name it. */
export function besideItem(cursor: PageStep | undefined, item: JsonObject | undefined): ParameterValue[] | undefined {
  if (!cursor?.parameter || !namesItem(cursor) || !item) return undefined;
  const value = valueAt(item, cursor.pointer ?? "");
  return value === undefined ? undefined : [{ parameter: cursor.parameter, value, source: FROM_RESPONSE }];
}

/** A value that the run chose. */
export function sent(parameter: Parameter, value: Json): ParameterValue {
  return { parameter, value, source: GENERATED };
}

/** A query parameter with values that a filter selects by. */
export function filteredBy({ parameter, isList }: Filter, ...values: readonly [Json, ...Json[]]): ParameterValue {
  return sent(parameter, isList ? [...values] : values[0]);
}

/** The request with further parameters, which replace earlier ones of the same name. */
export function withParameters(request: RequestSpec, own: readonly ParameterValue[]): RequestSpec {
  const all = [...request.parameters.filter(({ parameter }) => !isIn(own, parameter)), ...own];
  return { ...request, parameters: all.filter(({ parameter }, index) => !isIn(all.slice(index + 1), parameter)) };
}

function isIn(values: readonly ParameterValue[], { name }: Parameter): boolean {
  return values.some(({ parameter }) => parameter.name === name);
}

/** The parameter for pages of a size; an empty list if the list has no page size. */
export function sizedBy(paging: Paging, size: number | undefined): ParameterValue[] {
  const { pageSize } = paging;
  return pageSize === undefined || size === undefined ? [] : [sent(pageSize, sizeValue(paging, size))];
}

/** The page sizes that the document allows. */
export function pageSizes({ contract: { document } }: Pick<ListReader, "contract">, { paging }: ListOperation) {
  const { minimum, maximum, default: initial } = paging.pageSize ? asObject(schemaOf(document, paging.pageSize)) : {};
  return {
    minimum: typeof minimum === "number" ? Math.max(1, minimum) : 1,
    maximum: typeof maximum === "number" ? maximum : undefined,
    initial: typeof initial === "number" ? initial : undefined,
  };
}

/** The request with the largest page size that the document allows. */
export function withLargestPages(
  reader: Pick<ListReader, "contract">,
  list: ListOperation,
  request: RequestSpec,
): RequestSpec {
  return withParameters(request, largestPage(reader, list));
}

/** The parameter for the largest page size that the document allows; an empty list if it states none. */
export function largestPage(reader: Pick<ListReader, "contract">, list: ListOperation): ParameterValue[] {
  const { maximum } = pageSizes(reader, list);
  const isStated = list.paging.basis === "stated";
  const largest = maximum === undefined || isStated ? maximum : Math.min(maximum, MAX_INFERRED_SIZE);
  return sizedBy(list.paging, largest);
}
