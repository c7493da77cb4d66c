import type { JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { ListOperation } from "#statements/list-items.js";
import { resourceIn } from "#statements/resources/envelope.js";
import { type Identifier, listingOf, type Resource } from "#statements/resources/resource.js";
import { type Exchange, jsonOf } from "#verify/model/request/exchange.js";
import { FROM_RESPONSE, GENERATED, type PathValue, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { type OfRun, oncePerRun } from "#verify/model/test-case/once-per-run.js";
import type { Page, Pages } from "#verify/relations/pages.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { type ListReader, readPages, withLargestPages } from "./read-pages.js";

/** The parts of a test case that read resources. */
export type ResourceReader = ListReader & Pick<CaseContext, "settle" | "target" | "generator">;

/** A list that was read page by page. */
export interface Listing extends Pages {
  /** The last page. */
  exchange: Exchange;
}

/** The first page of a list, its request and its items. */
export interface FirstPage {
  request: RequestSpec;
  items: JsonObject[];
}

/** The first pages that were read for all test cases, by the list's operation. */
export const firstPages = oncePerRun<Operation, FirstPage | undefined>();

/** The lists that were read to their end for all test cases. */
export const wholeLists = oncePerRun<Operation, Listing | undefined>();

/** Makes the next test case read a list again. */
export function forgetList(of: OfRun, list: Operation): void {
  firstPages.forget(of, list);
  wholeLists.forget(of, list);
}

/** How a list is read. */
export interface ListReading {
  /** Whether no further page is needed (default: every page is). */
  isEnough?: (page: Page) => boolean;
  /** Whether the list shows what an earlier request did (default: it is read once). Until then, it is read again. */
  isWanted?: (listing: Listing) => boolean;
  /** Whether the request says how large the pages are (default: they are the largest that the document allows). */
  isSized?: boolean;
}

/**
 * Reads a list to its end, or to the maximum of pages. It reads again, until the list is as wanted, or the target's time to
 * settle is over. All lists are read by this function, except where a test case judges single pages.
 *
 * @returns undefined if the target does not show its first page
 */
export function readList(
  reader: ListReader & Partial<Pick<CaseContext, "settle">>,
  list: ListOperation,
  request: RequestSpec,
  { isEnough, isWanted = () => true, isSized = false }: ListReading = {},
): Promise<Listing | undefined> {
  const first = isSized ? request : withLargestPages(reader, list, request);
  const read = async (): Promise<Listing | undefined> => {
    const pages = await readPages(reader, list, first, isEnough);
    const last = pages.pages.at(-1);
    return last && { ...pages, exchange: last.exchange };
  };
  return reader.settle ? reader.settle(read, (listing) => listing === undefined || isWanted(listing)) : read();
}

/** A resource whose collection is listed. */
interface Listed {
  resource: Pick<Resource, "list" | "embedded">;
  outer: readonly PathValue[];
  create: Pick<Operation, "security">;
  /** The response that shows the resource. */
  exchange: Exchange;
  identifier: Identifier;
}

/**
 * Reads the list of the collection of a resource, as `readList`. A parameter that the list requires
 * has the value of the field of its name. Only that list has the resource.
 *
 * @returns undefined if the document has none as well
 */
export async function readListOf(
  context: ResourceReader,
  { resource, outer, create, exchange, identifier }: Listed,
  reading?: ListReading,
): Promise<Listing | undefined> {
  const list = listingOf(resource);
  const request = list && resourceRequest(context, list.operation, outer);
  if (!request) return undefined;
  const shown = resourceIn(jsonOf(exchange), { identifier });
  const parameters = request.parameters.map((sent) => {
    const own = shown?.[sent.parameter.name];
    const isChosen = sent.parameter.in === "query" && sent.source === GENERATED && own !== undefined && own !== null;
    return isChosen ? { ...sent, value: own, source: FROM_RESPONSE } : sent;
  });
  return readList(context, list, { ...request, parameters, writtenWith: create.security }, reading);
}
