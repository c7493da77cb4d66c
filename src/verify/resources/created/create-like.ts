import { pathParameters } from "#statements/resources/path-parameters.js";
import { creatingOperation, type Resource } from "#statements/resources/resource.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import type { BodySpec, RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { newName } from "../permission/new-names.js";
import { type Created, createdBy, createdByName, type Surroundings } from "./created.js";

/**
 * A request that creates a resource beside others. The server names it, or the client does, in the body or the path.
 *
 * @returns undefined if the document has none, or a value is missing
 */
export function creationRequest(
  context: CaseContext,
  resource: Resource,
  { outer }: Surroundings,
  body: BodySpec | undefined,
): RequestSpec | undefined {
  const create = creatingOperation(resource);
  if (!create || resource.isCreatedElsewhere) return undefined;
  if (create === resource.create) return resourceRequest(context, create, outer, body);
  const parameter = pathParameters(create).at(-1);
  const name = parameter && newName(context, parameter);
  return name && resourceRequest(context, create, [...outer, name], body);
}

/** The resource that a request of `creationRequest` created; undefined if nothing identifies it. */
export function createdThrough(
  { contract }: CaseContext,
  resource: Resource,
  { outer, parent }: Surroundings,
  request: RequestSpec,
  exchange: Exchange,
): Created | undefined {
  const { operation: create } = request;
  const creation = { request, exchange, outer, parent };
  return create === resource.create
    ? createdBy(contract, resource, create, creation)
    : createdByName(resource, create, creation);
}
