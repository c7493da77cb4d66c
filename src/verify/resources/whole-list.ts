import type { OpenApiDocument } from "../../openapi/document.js";
import { valueAt } from "../../openapi/pointer.js";
import { type Exchange, jsonOf } from "../model/exchange.js";
import type { RequestSpec } from "../model/request-spec.js";
import { itemsPointer } from "../relations/list-items.js";
import { inferredPaging } from "../relations/paging.js";

/**
 * Whether a response certainly has all items of a list: no filter and no cursor was sent, and nothing announces another page.
 * False in doubt.
 */
export function isWholeList(
  document: OpenApiDocument,
  { operation, parameters }: RequestSpec,
  exchange: Exchange,
): boolean {
  const { pagination } = operation;
  const body = jsonOf(exchange);
  const paging = inferredPaging(document, operation);
  const pageSize = pagination?.pageSize ?? paging?.pageSize?.name;
  const isFiltered = parameters.some(({ parameter: { in: place, name } }) => place !== "path" && name !== pageSize);
  const items = itemsPointer(document, operation);
  if (isFiltered || items === undefined || exchange.headers.has("link")) return false;
  if (pagination) return pagination.hasMore !== undefined && valueAt(body, pagination.hasMore) === false;
  const next = paging?.next;
  if (!paging) return true;
  const list = valueAt(body, items);
  if (Array.isArray(list) && list.length === 0) return true;
  // Pages of numbers do not say whether they are the last one.
  if (next?.kind !== "cursor" && next?.kind !== "address") return false;
  return (
    next.pointer !== undefined && [null, undefined, ""].some((nothing) => nothing === valueAt(body, next.pointer ?? ""))
  );
}
