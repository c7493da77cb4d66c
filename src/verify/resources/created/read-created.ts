import type { JsonObject } from "#openapi/document/document.js";
import { type Exchange, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceIn } from "#verify/relations/envelope.js";
import { isOf } from "#verify/relations/identifiers.js";
import { listingOf } from "#verify/relations/resource.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { readPages, withLargestPages } from "../lists/read-pages.js";
import type { Created } from "./create-resource.js";

/** A created resource as the target shows it. */
export interface Shown {
  /** The response to `GET`, or the last page of the list that was read. */
  exchange: Exchange;
  /** Undefined if the target does not have it. */
  resource: JsonObject | undefined;
}

/**
 * Reads a created resource by its `GET`, or from its list where the document has no `GET`: again, until the target shows what is
 * wanted, or its time to settle is over.
 *
 * @returns undefined if the document has no operation that shows it, or its list was not read to its end
 */
export async function readCreated(
  context: CaseContext,
  created: Created,
  isWanted: (resource: JsonObject | undefined) => boolean = () => true,
): Promise<Shown | undefined> {
  const read = created.resource.retrieve ? retrieved : listed;
  return context.settle(
    () => read(context, created),
    (shown) => shown === undefined || isWanted(shown.resource),
  );
}

async function retrieved(context: CaseContext, created: Created): Promise<Shown | undefined> {
  const { retrieve } = created.resource;
  const request = retrieve && resourceRequest(context, retrieve, created.path);
  if (!request) return undefined;
  const exchange = await context.send(request);
  await context.check(request, anyResponse(retrieve, `${created.create.id} created it`), exchange);
  return { exchange, resource: isSuccess(exchange) ? resourceIn(jsonOf(exchange), created) : undefined };
}

async function listed(context: CaseContext, created: Created): Promise<Shown | undefined> {
  const list = listingOf(created.resource);
  const request = list && resourceRequest(context, list.operation, created.outer);
  if (!request) return undefined;
  const isOwn = (item: JsonObject) => isOf(item, created);
  const { pages, items, isComplete } = await readPages(
    context,
    list,
    withLargestPages(context, list, request),
    (page) => page.items.some(isOwn),
  );
  const last = pages.at(-1);
  const resource = items.find(isOwn);
  return last && (resource !== undefined || isComplete) ? { exchange: last.exchange, resource } : undefined;
}
