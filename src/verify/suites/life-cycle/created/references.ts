import { isObject } from "#openapi/document/document.js";
import { pointerTo, withValue } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { filtersOf } from "#statements/filters.js";
import { listOf, namesItem } from "#statements/paging/paging.js";
import { kindsNamed } from "#statements/references/names-of-resources.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import type { Resource } from "#statements/resources/resource.js";
import { noItemsOfOthers, rejectedReference } from "#verify/judges/life-cycle/references.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import { filteredBy, sent, withParameters } from "#verify/resources/lists/read-pages.js";
import { expectAllowed } from "#verify/steps/expect-allowed.js";

/** So many operations that name a resource are sent. */
const MOST = 2;

function isNamed(context: CaseContext, field: string, resource: Resource): boolean {
  return kindsNamed(context.contract, field).some((kind) => kind.resource === resource);
}

/** Lists that select by a new resource, to which nothing belongs yet, list nothing of others. Names suggest them. */
export async function expectNothingOfNew(context: CaseContext, created: Created): Promise<void> {
  const { contract } = context;
  const selecting = contract.operations.flatMap((operation) => {
    const list =
      operation.method === "get" && pathParameters(operation).length === 0 && listOf(contract.document, operation);
    const filter =
      list &&
      filtersOf(contract.document, list).find(({ parameter: { name } }) => isNamed(context, name, created.resource));
    return list && filter ? [{ list, filter }] : [];
  });
  for (const { list, filter } of selecting.slice(0, MOST)) {
    const { operation } = list;
    const request = resourceRequest(context, operation, []);
    if (!request) continue;
    const selected = withParameters(request, [filteredBy(filter, created.value)]);
    const exchange = await context.send(selected);
    await context.check(selected, anyResponse(operation, `${created.create.id} created the resource`), exchange);
    context.judge(noItemsOfOthers(created, list, filter, exchange));
  }
}

/**
 * No page of a list begins after a deleted resource, and nothing new can belong to it. Documents seldom say so: it is a
 * warning.
 */
export async function expectNothingOfDeleted(context: CaseContext, created: Created): Promise<void> {
  const { list } = created.resource;
  const cursor = list?.paging.next;
  const request = list && namesItem(cursor) && resourceRequest(context, list.operation, created.outer);
  if (request && cursor?.parameter) {
    const beside = withParameters(request, [sent(cursor.parameter, created.value)]);
    await context.check(
      beside,
      anyResponse(list.operation, "the item of the cursor was deleted"),
      await context.send(beside),
    );
  }
  for (const operation of context.contract.operations.filter(({ method }) => method === "post")) {
    if (await sendReference(context, created, operation)) return;
  }
}

/** Creates something that refers to a deleted resource. Returns whether that could be sent. */
async function sendReference(context: CaseContext, created: Created, operation: Operation): Promise<boolean> {
  const body = pathParameters(operation).length === 0 ? context.accepted.bodyFor(operation) : undefined;
  if (!body || !("value" in body) || !isObject(body.value) || operation === created.create) return false;
  const field = Object.keys(body.value).find((name) => isNamed(context, name, created.resource));
  const value = field === undefined ? undefined : withValue(body.value, pointerTo("", field), created.value);
  const request = value === undefined ? undefined : resourceRequest(context, operation, [], { ...body, value });
  const done = await expectAllowed(context, request, "the resource that it names was deleted");
  if (!done) return false;
  context.judge(rejectedReference(created, operation, String(field), done.exchange));
  return true;
}
