import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { isSuccess, jsonOf, type Respond } from "../change.js";
import { json, type ServedRequest, type ServedResponse } from "../service.js";
import type { ArchiveState } from "./state.js";

/** How a server makes the pages of a list in another way than the service. */
interface Listing {
  /** The server does so for requests with this parameter only, and selects the items itself. */
  parameter?: string;
  /** The items on all pages, in their order (default: those that the service selects). */
  select?(items: JsonObject[], request: ServedRequest, state: ArchiveState): JsonObject[];
  /** How many items are before the page. */
  start?(query: URLSearchParams): number;
}

/** The number of the page that a query requests. */
export function pageOf(query: URLSearchParams): number {
  return Number(query.get("page") ?? 1);
}

/** The size of the page that a query requests. */
export function sizeOf(query: URLSearchParams): number {
  return Number(query.get("perPage") ?? 10);
}

/** Lists items in another way than the service. */
export function lists(operation: string, listing: Listing): Respond<ArchiveState> {
  const { parameter, select, start } = listing;
  return async (request, next, context) => {
    const response = await next();
    const isConcerned = parameter === undefined || request.query.has(parameter);
    if (context.operation !== operation || !isConcerned || !isSuccess(response)) return response;
    const query = new URLSearchParams(request.query);
    if (parameter !== undefined) query.delete(parameter);
    const all = await allItems({ ...request, query }, next);
    const items = select ? select(all, request, context.state) : all;
    const first = start ? start(request.query) : (pageOf(request.query) - 1) * sizeOf(request.query);
    const { meta } = asObject(jsonOf(response));
    const data = items.slice(first, first + sizeOf(request.query));
    return json(200, { data, meta: { ...asObject(meta), total: items.length } });
  };
}

/** The items of all pages. */
async function allItems(
  request: ServedRequest,
  next: (request: ServedRequest) => Promise<ServedResponse>,
): Promise<JsonObject[]> {
  const all: JsonObject[] = [];
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams(request.query);
    query.set("page", String(page));
    query.set("perPage", "50");
    const items = asList(asObject(jsonOf(await next({ ...request, query }))).data);
    all.push(...items.map(asObject));
    if (items.length < 50) return all;
  }
}
