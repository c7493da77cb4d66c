import { isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { isNumber } from "#openapi/document/long-integer.js";
import { valueAt } from "#openapi/document/pointer.js";
import { isShown, listOf } from "#statements/paging/paging.js";
import { type Exchange, jsonOf } from "#verify/model/request/exchange.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import { hasMoreItems } from "#verify/relations/list-items.js";

/** Names of parameters that have a key, which selects nothing. */
const OF_KEYS = /(^|[-_])(auth|authorization|(auth|access)[-_]?token|api[-_]?key)$/i;

/**
 * Whether a response certainly has all items of a list, and the run looks at all of them. No filter and no cursor was sent,
 * and nothing announces another page. False in doubt.
 */
export function isWholeList(
  document: OpenApiDocument,
  { operation, parameters }: RequestSpec,
  exchange: Exchange,
): boolean {
  const pageSize = listOf(document, operation)?.paging.pageSize;
  const isFiltered = parameters.some(
    ({ parameter: { in: place, name, required } }) =>
      place !== "path" && name !== pageSize?.name && !(required && OF_KEYS.test(name)),
  );
  return !isFiltered && hasAllOfQuery(document, { operation, parameters }, exchange);
}

/** Whether a response certainly has all items that its query selects: no cursor was sent, and nothing announces another page. */
export function hasAllOfQuery(
  document: OpenApiDocument,
  { operation, parameters }: Pick<RequestSpec, "operation" | "parameters">,
  exchange: Exchange,
): boolean {
  const list = listOf(document, operation);
  if (!list || exchange.headers.has("link")) return false;
  const { items: at, hasMore, pageSize, next, previous } = list.paging;
  const steps = [next?.parameter, previous?.parameter];
  if (parameters.some(({ parameter }) => steps.includes(parameter) && parameter !== pageSize)) return false;
  if (hasMoreItems(list, exchange)) return false;
  const body = jsonOf(exchange);
  if (hasMore !== undefined) return valueAt(body, hasMore) === false;
  const items = valueAt(body, at);
  const length = Array.isArray(items) ? items.length : 0;
  if (!pageSize && !next) return !isCutOff(body, length);
  // A page of no size is empty, whatever the list has.
  const size = parameters.find(({ parameter }) => parameter === pageSize)?.value;
  if (isNumber(size) && size < 1) return false;
  if (Array.isArray(items) && length === 0) return true;
  // Neither numbers nor items say whether their page is the last one.
  if (!isShown(next)) return false;
  const value = next?.pointer === undefined ? "unknown" : valueAt(body, next.pointer);
  return value === undefined || value === null || value === "";
}

/**
 * Whether a list without documented pages may be cut off. It has a usual number of items, or something counts more of them.
 */
function isCutOff(body: Json | undefined, length: number): boolean {
  const isUsualLimit = length >= 10 && (length % 5 === 0 || Number.isInteger(Math.log2(length)));
  const counts = isObject(body) ? Object.values(body) : [];
  return isUsualLimit || counts.some((count) => typeof count === "number" && count > length);
}
