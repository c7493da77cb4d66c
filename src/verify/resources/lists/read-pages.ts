import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { type Exchange, isRejection, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import { FROM_RESPONSE, GENERATED, type ParameterValue, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourcesOf } from "#verify/relations/find-resources.js";
import { identifierIn } from "#verify/relations/identifiers.js";
import { itemsAt, MAX_ITEMS } from "#verify/relations/list-items.js";
import { type InferredPaging, inferredPaging } from "#verify/relations/paging.js";
import { schemaOf } from "#verify/relations/parameter-schema.js";
import { pathKey } from "#verify/relations/path-parameters.js";
import type { ListOperation } from "#verify/relations/resource.js";
import { nextAddress, queryOfAddress } from "./next-address.js";

/** One page of a list that is read as names suggest. */
export interface InferredPage {
  exchange: Exchange;
  items: JsonObject[];
  /** The identifiers of its items, or the whole items. */
  ids: string[];
}

/** Consecutive pages of a list. */
export interface Reading {
  pages: InferredPage[];
  ids: string[];
  items: JsonObject[];
  /** Whether the list was read to its end. */
  isComplete: boolean;
}

/** The parts of a test case that read a list. */
export type ListReader = Pick<CaseContext, "contract" | "send" | "check">;

/** Reading stops after this many pages. */
const MAX_PAGES = 12;

/** Empty pages that announce another page, after which no end is expected. A server may send some while it searches. */
const MAX_EMPTY = 5;

/**
 * Reads a list page by page to its end, which is an empty page, a rejection, or a page without a next one.
 *
 * @param base a valid request for the first page
 * @param size the requested size of a page; undefined for the default
 */
export async function readPages(
  context: ListReader,
  list: ListOperation,
  base: RequestSpec,
  size?: number,
): Promise<Reading> {
  const paging = inferredPaging(context.contract.document, list.operation);
  const sized = paging?.pageSize && size !== undefined ? [sent(paging.pageSize, size)] : [];
  const pages: InferredPage[] = [];
  let isComplete = false;
  let request: RequestSpec | undefined = withParameters(base, sized);
  while (request && pages.length < MAX_PAGES && !endsEmpty(pages)) {
    const page = await readPage(context, list, request);
    if (page === "end" || page === undefined) {
      isComplete = page === "end" && pages.length > 0;
      break;
    }
    // Some servers repeat the last page for every number after it.
    const isRepeated = pages.length > 1 && page.ids.length > 0 && page.ids.join() === pages.at(-1)?.ids.join();
    if (isRepeated) return readingOf(pages, true);
    pages.push(page);
    if (page.items.length === MAX_ITEMS) return readingOf(pages, false);
    const next = page.items.length === 0 && paging?.next?.kind !== "cursor" ? [] : nextQuery(list, paging, pages);
    isComplete = next.length === 0;
    request = isComplete ? undefined : withParameters(request, next);
  }
  return readingOf(pages, isComplete);

  function readingOf(read: InferredPage[], isEnd: boolean): Reading {
    const ids = read.flatMap((each) => each.ids);
    return { pages: read, ids, items: read.flatMap((each) => each.items), isComplete: isEnd };
  }
}

/** Whether so many pages are empty that others will be as well. */
export function endsEmpty(pages: readonly InferredPage[]): boolean {
  const last = pages.slice(-MAX_EMPTY);
  return last.length === MAX_EMPTY && last.every(({ ids }) => ids.length === 0);
}

/** Undefined if it cannot be read; `end` if the target rejects a page after the first one. */
async function readPage(
  context: ListReader,
  list: ListOperation,
  request: RequestSpec,
): Promise<InferredPage | "end" | undefined> {
  const exchange = await context.send(request);
  await context.check(request, anyResponse(list.operation, "a page of the list"), exchange);
  if (isRejection(exchange)) return "end";
  if (!isSuccess(exchange)) return undefined;
  const items = itemsAt(jsonOf(exchange), list.items);
  const idOf = idReader(context, list.operation);
  return { exchange, items, ids: items.map(idOf) };
}

function idReader({ contract }: ListReader, operation: Operation): (item: JsonObject) => string {
  const identifiers =
    resourcesOf(contract)
      .get(`${pathKey(operation.path)}/{}`)
      ?.identifiers() ?? [];
  return (item) => {
    const [id] = identifiers.map((each) => identifierIn(item, each)).filter((each) => each !== undefined);
    const plain = typeof item.id === "object" ? undefined : item.id;
    return String(id ?? plain ?? JSON.stringify(item)).toLowerCase();
  };
}

/** The parameters that request the page after the last one; an empty list at the end. */
function nextQuery({ operation }: ListOperation, paging: InferredPaging | undefined, pages: readonly InferredPage[]) {
  const page = pages.at(-1);
  const next = paging?.next;
  if (!page || !next) return [];
  if (next.kind === "page") return [sent(next.parameter, next.first + pages.length)];
  if (next.kind === "offset") return [sent(next.parameter, pages.flatMap(({ items }) => items).length)];
  if (next.kind === "item") {
    const id = page.items.at(-1)?.id;
    return id === undefined ? [] : [received(next.parameter, id)];
  }
  const pointer = next.pointer;
  const value = pointer === undefined ? undefined : valueAt(jsonOf(page.exchange), pointer);
  const address = nextAddress(page.exchange, value);
  if (address !== undefined) return queryOfAddress(operation, address);
  const hasValue = value !== undefined && value !== null && value !== "";
  return next.kind === "cursor" && hasValue ? [received(next.parameter, value)] : [];
}

function sent(parameter: Parameter, value: Json): ParameterValue {
  return { parameter, value, source: GENERATED };
}

function received(parameter: Parameter, value: Json): ParameterValue {
  return { parameter, value, source: FROM_RESPONSE };
}

/** The request with further parameters, which replace others of the same name. */
export function withParameters(request: RequestSpec, own: readonly ParameterValue[]): RequestSpec {
  const isReplaced = ({ parameter }: ParameterValue) => own.some((each) => each.parameter.name === parameter.name);
  return { ...request, parameters: [...request.parameters.filter((each) => !isReplaced(each)), ...own] };
}

/** The largest page size that the document allows, at most 100; undefined if the document has no page size, or no limit. */
export function largestPage(
  { contract: { document } }: Pick<CaseContext, "contract">,
  { operation }: ListOperation,
): number | undefined {
  const size = inferredPaging(document, operation)?.pageSize;
  const { maximum } = size ? asObject(schemaOf(document, size)) : {};
  return typeof maximum === "number" ? Math.min(100, maximum) : undefined;
}
