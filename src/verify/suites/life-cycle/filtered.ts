import type { Json, JsonObject } from "#openapi/document/document.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import { GENERATED } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { type Filter, filtersOf, filterValues } from "#verify/relations/filters.js";
import { identifierIn, isSameId } from "#verify/relations/identifiers.js";
import { itemsOf } from "#verify/relations/list-items.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import { withParameters } from "#verify/resources/lists/read-pages.js";
import { isWholeList } from "#verify/resources/lists/whole-list.js";
import { warnOfCreated } from "./retrieve.js";

/** By how many filters a created resource is looked for. */
const FILTERS = 2;

/**
 * The filters of its list find a created resource by values that nothing else has: texts that were generated for it, and what the
 * run created for it. Only names suggest these filters, so it is a warning.
 *
 * @param shown the resource
 */
export async function expectFiltered(context: CaseContext, created: Created, shown: JsonObject): Promise<void> {
  const { list } = created.resource;
  if (!list) return;
  const filters = filtersOf(context.contract.document, list).flatMap((filter) => {
    const value = filterValues(filter, shown).find((candidate) => isOwn(context, created, candidate));
    return value === undefined || filter.members !== undefined ? [] : [{ filter, value }];
  });
  for (const { filter, value } of filters.slice(0, FILTERS)) await expectFoundBy(context, created, filter, value);
}

/** Whether only this resource has a value: it was generated for it, or identifies another resource that the run created. */
function isOwn({ generator, resources }: CaseContext, { request }: Created, value: Json): boolean {
  if (typeof value !== "string" || value.length < MIN_LENGTH) return false;
  const body = JSON.stringify(request.body ?? {});
  return generator.isGenerated(value) || (body.includes(value) && resources.hasIdentifier(value));
}

const MIN_LENGTH = 4;

async function expectFoundBy(context: CaseContext, created: Created, filter: Filter, value: Json): Promise<void> {
  const { list } = created.resource;
  const whole = list && resourceRequest(context, list.operation, created.outer);
  if (!list || !whole) return;
  const request = withParameters(whole, [{ parameter: filter.parameter, value, source: GENERATED }]);
  const hasOwn = (items: readonly JsonObject[]) =>
    items.some((item) => isSameId(identifierIn(item, created.identifier), created.value));
  const page = await context.settle(
    () => context.send(request),
    (found) => isSuccess(found) && hasOwn(itemsOf(list, found)),
  );
  const items = itemsOf(list, page);
  // A full page may be followed by others.
  const isEnd = items.length === 0 || isWholeList(context.contract.document, whole, page);
  if (!isSuccess(page) || hasOwn(items) || !isEnd) return;
  const message = `${list.operation.id} does not list a resource by its ${filter.parameter.name}`;
  const expected = `the resource that ${created.create.id} created, with ${filter.property} ${JSON.stringify(value)}`;
  const received = `${items.length} items without it`;
  warnOfCreated(context, created, { message, expected, received, operation: list.operation.id }, page);
}
