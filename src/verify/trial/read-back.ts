import type { JsonObject } from "#openapi/document/document.js";
import { type Exchange, isSuccess, jsonOf } from "../model/request/exchange.js";
import type { RequestSpec } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { NoResponse, Skipped } from "../model/test-case/skipped.js";
import { shownResource } from "../relations/envelope.js";
import { resourceCreatedBy } from "../relations/find-resources.js";
import { pathParameters } from "../relations/path-parameters.js";
import { resourceRequest } from "../requests/resource-request.js";
import { type Created, createdBy } from "../resources/created/create-resource.js";
import { readCreated } from "../resources/created/read-created.js";

/** A resource that a request created or changed, as the target shows it when it is read. */
export interface ReadBack {
  exchange: Exchange;
  /** Undefined if the target does not show it. */
  resource: JsonObject | undefined;
}

/** The resource that a request created or changed, as the target shows it when it is read; undefined if that is not possible. */
export async function readBack(
  context: CaseContext,
  request: RequestSpec,
  exchange: Exchange,
): Promise<JsonObject | undefined> {
  return (await readBackSettled(context, request, exchange, () => true))?.resource;
}

/**
 * Reads what a request created or changed until it is as wanted, or the target's time to settle is over; undefined if that is not
 * possible.
 */
export async function readBackSettled(
  context: CaseContext,
  request: RequestSpec,
  exchange: Exchange,
  isWanted: (read: ReadBack) => boolean,
): Promise<ReadBack | undefined> {
  const retrieval = await orUndefined(async () => sourceOf(context, request, exchange));
  if (!retrieval) return undefined;
  if ("resource" in retrieval) {
    return orUndefined(() => readCreated(context, retrieval, (resource) => isWanted({ exchange, resource })));
  }
  const readIn = (retrieved: Exchange): ReadBack => ({
    exchange: retrieved,
    resource: isSuccess(retrieved) ? shownResource(request, jsonOf(retrieved)) : undefined,
  });
  const retrieved = await orUndefined(() =>
    context.settle(
      () => context.send(retrieval),
      (shown) => isWanted(readIn(shown)),
    ),
  );
  return retrieved && readIn(retrieved);
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
