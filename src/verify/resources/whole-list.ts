import { isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { type Exchange, jsonOf } from "../model/request/exchange.js";
import type { RequestSpec } from "../model/request/request-spec.js";
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
  const list = valueAt(body, items);
  const length = Array.isArray(list) ? list.length : 0;
  if (!paging) return !isCutOff(body, length);
  if (Array.isArray(list) && length === 0) return true;
  // Pages of numbers do not say whether they are the last one.
  if (next?.kind !== "cursor" && next?.kind !== "address") return false;
  return (
    next.pointer !== undefined && [null, undefined, ""].some((nothing) => nothing === valueAt(body, next.pointer ?? ""))
  );
}

/** Whether a list without documented pages may be cut off: it has a usual number of items, or something counts more of them. */
function isCutOff(body: Json | undefined, length: number): boolean {
  const isUsualLimit = length >= 10 && (length % 5 === 0 || Number.isInteger(Math.log2(length)));
  const counts = isObject(body) ? Object.values(body) : [];
  return isUsualLimit || counts.some((count) => typeof count === "number" && count > length);
}
