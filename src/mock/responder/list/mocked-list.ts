import type { RequestReading } from "#http/request/read-request.js";
import { asObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt, withValue } from "#openapi/document/pointer.js";
import type { ExamplePair } from "#openapi/operations/example-pairs.js";
import type { Operation, Paging, Parameter } from "#openapi/operations/operation.js";
import { type Filter, filtersOf } from "#statements/filters.js";
import { kindOf } from "#statements/paging/kinds.js";
import type { SentPart } from "#statements/paging/page-kind.js";
import { withLikelySize } from "#statements/paging/page-size.js";
import { isShown, listOf, requestedSize } from "#statements/paging/paging.js";
import { schemaOf } from "#statements/parameter-schema.js";
import type { MockedResponse } from "../mocked-response.js";

/** How the list that an operation responds with is paged and filtered. */
export interface MockedList {
  paging: Paging;
  filters: readonly Filter[];
  /** The size of a page if the request does not state it; undefined if the document does not either. */
  defaultSize: number | undefined;
}

/** The list that an operation responds with; undefined for any other operation. */
export function mockedList(document: OpenApiDocument, operation: Operation): MockedList | undefined {
  const known = listOf(document, operation);
  if (!known) return undefined;
  const list = withLikelySize(document, known);
  const { paging } = list;
  const { default: defaultSize } = paging.pageSize ? asObject(schemaOf(document, paging.pageSize)) : {};
  return { paging, filters: filtersOf(document, list), defaultSize: sizeOf(defaultSize) };
}

/** The value of a parameter in a request. Undefined if the example states the response to it, or it was not sent. */
export function sentBeside(
  matching: ExamplePair | undefined,
  { parameters }: Pick<RequestReading, "parameters">,
  parameter: Parameter | undefined,
): Json | undefined {
  const isStated = matching?.parameters.some((stated) => stated.parameter === parameter);
  return isStated ? undefined : parameters.find((sent) => sent.parameter === parameter)?.value;
}

/** The largest page that a request admits; undefined if neither it nor the document says so. */
export function pageSizeOf(
  { paging, defaultSize }: MockedList,
  { parameters }: Pick<RequestReading, "parameters">,
): number | undefined {
  const { pageSize } = paging;
  const value = parameters.find(({ parameter }) => pageSize !== undefined && parameter === pageSize)?.value;
  return sizeOf(requestedSize(paging, value)) ?? defaultSize;
}

function sizeOf(value: Json | undefined): number | undefined {
  return typeof value === "number" && value >= 1 ? Math.floor(value) : undefined;
}

/** The items of a page; undefined if the body has no list at their place. */
export function itemsIn(body: Json | undefined, { items }: Paging): Json[] | undefined {
  const found = valueAt(body, items);
  return Array.isArray(found) ? found : undefined;
}

/** In place of the way to another page, the last one has the first of these that its schema admits. */
export const ENDS: readonly (Json | undefined)[] = [null, undefined, "", 0];

/**
 * A page with other items, which says whether more follow, in a form that is valid by the document.
 *
 * @returns undefined if no such page is valid
 */
export function pageWith(
  response: MockedResponse,
  { items: place, hasMore, next }: Paging,
  items: readonly Json[],
  isFollowed: boolean,
  isValid: (response: MockedResponse) => boolean,
): MockedResponse | undefined {
  let body = withValue(valueAt(response.body, "") ?? null, place, [...items]) ?? null;
  if (hasMore !== undefined && typeof valueAt(body, hasMore) === "boolean") {
    body = withValue(body, hasMore, isFollowed) ?? body;
  }
  const way = isShown(next) && !isFollowed ? next?.pointer : undefined;
  const isLast = way !== undefined && valueAt(body, way) !== undefined;
  const bodies = isLast ? [...ENDS.map((end) => withValue(body, way, end)), body] : [body];
  return bodies
    .flatMap((form) => (form === undefined ? [] : [{ ...response, body: form }]))
    .find((page) => isValid(page));
}

/**
 * A page whose status and headers say which part of the list it is. Only some kinds of paging have such. An error has no
 * items.
 */
export function withPart(
  response: MockedResponse,
  { next }: Paging,
  value: Json | undefined,
  part: SentPart,
): MockedResponse {
  const stated = next && value !== undefined ? kindOf(next).partResponse?.(value, part) : undefined;
  if (!stated) return response;
  const names = [...Object.keys(stated.headers), ...(stated.statusCode < 300 ? [] : ["content-type"])];
  const others = Object.entries(response.headers ?? {}).filter(([name]) => !names.includes(name.toLowerCase()));
  const headers = { ...Object.fromEntries(others), ...stated.headers };
  return stated.statusCode < 300 ? { ...response, ...stated, headers } : { ...stated, headers };
}
