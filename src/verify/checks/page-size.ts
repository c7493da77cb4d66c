import { asObject, isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { openPointsAt } from "#openapi/document/requirements.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { isPageSizeName } from "#openapi/operations/page-names.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { type Exchange, isSuccess, jsonOf } from "../model/request/exchange.js";
import type { RequestSpec } from "../model/request/request-spec.js";

/**
 * Whether a page size out of range was brought into its range. The page has no more items than the bound, and at least one
 * where the bound is a minimum.
 */
export function isReduced(
  document: OpenApiDocument,
  { paging, method }: Operation,
  parameter: Parameter,
  request: RequestSpec,
  exchange: Exchange,
): boolean {
  const { in: place, name } = parameter;
  if (method !== "get" || place !== "query" || !isSuccess(exchange)) return false;
  if (paging?.pageSize ? name !== paging.pageSize.name : !isPageSizeName(name)) return false;
  const sent = Number(request.parameters.find((other) => other.parameter.name === name)?.value);
  const count = itemCount(jsonOf(exchange), paging?.items);
  if (count === undefined || Number.isNaN(sent)) return false;
  const { maximum = Number.POSITIVE_INFINITY, minimum = 0 } = schemaOf(document, parameter);
  if (sent > Number(maximum)) return count <= Number(maximum);
  // A page of the size that was sent shows that it was accepted as it is.
  return sent < Number(minimum) && count <= Number(minimum) && count > Math.max(0, sent);
}

/** Whether a page shows that a size above the maximum was brought into the range: it has as many items. A shorter list shows nothing. */
export function showsReduction(
  document: OpenApiDocument,
  { paging }: Operation,
  parameter: Parameter,
  exchange: Exchange,
): boolean {
  const { maximum = Number.POSITIVE_INFINITY, minimum } = schemaOf(document, parameter);
  const count = itemCount(jsonOf(exchange), paging?.items);
  return count === Number(maximum) || count === Number(minimum);
}

/** The number of items of a page: at a pointer, in the page itself, or in its only list. */
function itemCount(page: Json | undefined, pointer: string | undefined): number | undefined {
  const [list, ...rest] =
    pointer !== undefined
      ? [valueAt(page, pointer)]
      : Array.isArray(page)
        ? [page]
        : isObject(page)
          ? Object.values(page).filter(Array.isArray)
          : [];
  return Array.isArray(list) && rest.length === 0 ? list.length : undefined;
}

/** Whether the document permits that a value is brought into its range: by `x-may-be-clamped`, or an open point. */
export function mayBeClamped(document: OpenApiDocument, pointer: string): boolean {
  return (
    asObject(valueAt(document, pointer))["x-may-be-clamped"] === true || openPointsAt(document, pointer).length > 0
  );
}
