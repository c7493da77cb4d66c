import { shownResource } from "#statements/resources/envelope.js";
import { resourceCreatedBy } from "#statements/resources/find-resources.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import { type Exchange, isSuccess, jsonOf } from "../model/request/exchange.js";
import { type RequestSpec, shownBody } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { NoResponse, Skipped } from "../model/test-case/skipped.js";
import { resourceRequest } from "../requests/resource-request.js";
import { type Created, createdBy } from "../resources/created/created.js";
import { readCreated, type Shown } from "../resources/created/read-created.js";
import { readSettled } from "../resources/read-settled.js";

/**
 * Reads what a request created or changed until it is as wanted, or the target's time to settle is over. Undefined if that
 * is not possible.
 *
 * @param isWanted by default, anything is
 */
export function readBack(
  context: CaseContext,
  request: RequestSpec,
  exchange: Exchange,
  isWanted: (shown: Shown) => boolean = () => true,
): Promise<Shown | undefined> {
  const shownBy = (response: Exchange): Shown => {
    return {
      exchange: response,
      resource: isSuccess(response) ? shownResource(shownBody(request), jsonOf(response)) : undefined,
    };
  };
  return orUndefined(async () => {
    const source = sourceOf(context, request, exchange);
    if (!source) return undefined;
    if ("resource" in source) return readCreated(context, source, isWanted);
    return shownBy(await readSettled(context, source, (response) => isWanted(shownBy(response))));
  });
}

/** The result of an attempt; undefined if the target lacks something that it needs, or does not respond. */
export async function orUndefined<Result>(attempt: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof Skipped || error instanceof NoResponse) return undefined;
    throw error;
  }
}

/** A request that reads what a request created or changed, or the created resource, if its list alone shows it. */
function sourceOf(context: CaseContext, request: RequestSpec, exchange: Exchange): RequestSpec | Created | undefined {
  const { contract } = context;
  const { operation, parameters } = request;
  const path = pathParameters(operation).flatMap(
    (parameter) => parameters.find((known) => known.parameter === parameter) ?? [],
  );
  const resource = resourceCreatedBy(contract, operation);
  if (!resource) {
    const retrieve = contract.operations.find(({ method, path: own }) => method === "get" && own === operation.path);
    return retrieve && resourceRequest(context, retrieve, path);
  }
  const created = createdBy(contract, resource, operation, { request, exchange, outer: path, parent: undefined });
  return resource.retrieve && created ? resourceRequest(context, resource.retrieve, created.path) : created;
}
