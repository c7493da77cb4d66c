import type { Json } from "#openapi/document/document.js";
import { resourceRetrievedBy } from "#statements/resources/find-resources.js";
import { identifierIn, isSameId } from "#statements/resources/identifying-values.js";
import type { Resource } from "#statements/resources/resource.js";
import { otherThanNamed } from "#verify/judges/named-resources.js";
import { isGone, jsonOf } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext, ShownPath } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { addressOf, pathValues } from "#verify/resources/address.js";
import { readSettled } from "#verify/resources/read-settled.js";
import { retrievalOf } from "#verify/resources/relation-check.js";
import { validRequest } from "#verify/resources/valid-request.js";

/** So many further resources are retrieved. */
const MAX_SHOWN = 3;

/**
 * Resources without a list, which other responses named, are retrieved too: the authors of stories. If one is not found, what
 * named it is read again: the history judges whether it still names it.
 *
 * @param request that found one of them
 */
export async function retrieveShown(context: CaseContext, request: RequestSpec): Promise<void> {
  const resource = resourceRetrievedBy(context.contract, request.operation);
  if (!resource || resource.list) return;
  const used = pathValues(request.operation, request.parameters).map((known) => String(known?.value));
  const others = context.shown
    .pathsOf(resource.key)
    .filter(({ values }) => values.some((value, index) => String(value) !== used[index]))
    .toSorted((one, other) => Number(isUnusual(other)) - Number(isUnusual(one)));
  for (const path of others.slice(0, MAX_SHOWN)) await retrieve(context, resource, path);
}

/** Whether an identifier has other characters than most: a server may not find it by its path. */
function isUnusual({ values }: ShownPath): boolean {
  return !/^[\w-]*$/.test(String(values.at(-1)));
}

async function retrieve(context: CaseContext, resource: Resource, { values, source }: ShownPath): Promise<void> {
  const [identifier] = resource.identifiers();
  const value = values.at(-1);
  const request =
    resource.retrieve &&
    resourceRequest(
      context,
      resource.retrieve,
      values.map((known) => ({ value: known, source })),
    );
  if (!request || !identifier || value === undefined || !(await context.prepare(request))) return;
  const why = "another response names the resource";
  const exchange = await readSettled(context, request, (found) => !isGone(found), anyResponse(request.operation, why));
  // Another test case may have removed it meanwhile.
  const address = addressOf(resource.key, values);
  if (address !== undefined && context.resources.wasRemoved(address)) return;
  const retrieval = retrievalOf(context, resource, { identifier, value }, exchange);
  const isNamed = (found: Json | undefined) =>
    context.shown.pathsOf(resource.key).some((path) => isSameId(path.values.at(-1), found));
  // A server may write an identifier in another way than it was requested.
  const isConfused = retrieval === "other" && isNamed(identifierIn(jsonOf(exchange), identifier));
  const shownBy = source.kind === "list" ? source.operation : "another response";
  const named = { operation: request.operation, identifier, value, shownBy, exchange };
  if (isConfused) context.judge([otherThanNamed(named)]);
  else if (retrieval === "missing") await readAgain(context, shownBy);
}

/** Repeats a read by its operation, if it needs no values that the run does not have. */
async function readAgain(context: CaseContext, operation: string): Promise<void> {
  const read = context.contract.operations.find(({ id, method }) => id === operation && method === "get");
  const request = read && (await validRequest(context, read));
  if (request && (await context.prepare(request))) await context.send(request);
}
