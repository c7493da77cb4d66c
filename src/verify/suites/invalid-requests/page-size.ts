import { asObject, isObject, type Json } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { openPointsAt } from "#openapi/document/requirements.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { type Exchange, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";

/** Usual names of a page size, for documents without `x-pagination`. */
const PAGE_SIZE = /^(limit|count|top|take|first|last|size|(page|per|max)[-_]?(size|page|limit|results|items|count))$/i;

/**
 * Whether a page size out of range was brought into its range: the page has no more items than the bound, and at least
 * one where the bound is a minimum.
 */
export function isReduced(
  { pagination, method }: Operation,
  { in: place, name, schema }: Parameter,
  request: RequestSpec,
  exchange: Exchange,
): boolean {
  if (method !== "get" || place !== "query" || !isSuccess(exchange)) return false;
  if (pagination?.pageSize === undefined ? !PAGE_SIZE.test(name) : name !== pagination.pageSize) return false;
  const sent = Number(request.parameters.find(({ parameter }) => parameter.name === name)?.value);
  const count = itemCount(jsonOf(exchange), pagination?.items);
  if (count === undefined || Number.isNaN(sent)) return false;
  const { maximum = Number.POSITIVE_INFINITY, minimum = 0 } = asObject(schema);
  if (sent > Number(maximum)) return count <= Number(maximum);
  // A page of the size that was sent shows that it was accepted as it is.
  return sent < Number(minimum) && count <= Number(minimum) && count > Math.max(0, sent);
}

/** The number of items of a page: at a pointer, in the page itself, or in its only list. */
function itemCount(page: Json | undefined, pointer: string | undefined): number | undefined {
  const [list, ...others] =
    pointer !== undefined
      ? [valueAt(page, pointer)]
      : Array.isArray(page)
        ? [page]
        : isObject(page)
          ? Object.values(page).filter(Array.isArray)
          : [];
  return Array.isArray(list) && others.length === 0 ? list.length : undefined;
}

/** Reports a page size that was brought into its range: as an observation where the document permits it (`x-may-be-clamped`). */
export function reportReduction(context: CaseContext, parameter: Parameter, what: string, exchange: Exchange): void {
  const { document } = context.contract;
  if (asObject(valueAt(document, parameter.pointer))["x-may-be-clamped"] === true) {
    for (const id of openPointsAt(document, parameter.pointer)) {
      context.observe(id, `${what}: ${exchange.status}, reduced to a valid value`);
    }
    return;
  }
  const facts = { place: parameter.schemaPointer, expected: `4xx (${what})`, received: String(exchange.status) };
  const message = `${what} was accepted, and brought into the range`;
  context.fail({ check: "status", basis: "lenient", message, ...facts }, exchange);
}
