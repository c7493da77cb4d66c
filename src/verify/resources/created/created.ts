import { asObject } from "#openapi/document/document.js";
import type { Link } from "#openapi/operations/links.js";
import type { Operation } from "#openapi/operations/operation.js";
import { identifierIn } from "#statements/resources/identifying-values.js";
import { otherPathsOf } from "#statements/resources/other-paths.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import { pathBelow, type Resource } from "#statements/resources/resource.js";
import type { Contract } from "#verify/model/contract.js";
import { type Exchange, jsonOf } from "#verify/model/request/exchange.js";
import { bodyValue, FROM_RESPONSE, type PathValue, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { linksFrom } from "#verify/requests/linked-requests.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { addressOf } from "../address.js";
import { createdPath, type Identity, identityByPath, identityIn, identitySent } from "../ledger/identify.js";
import { readSettled } from "../read-settled.js";

/** A resource that this run created, or seems to have created: the ledger knows whether it certainly did. */
export interface Created extends Identity {
  resource: Resource;
  create: Operation;
  /** The link by which the document states that `retrieve` finds it. */
  link: Link | undefined;
  request: RequestSpec;
  exchange: Exchange;
  /** The values of the path of the operation that created it. */
  outer: readonly PathValue[];
  /** The values of the path, its own value last. */
  path: readonly PathValue[];
  address: string;
  /** The resource that it belongs to, if the run created that too. */
  parent: Created | undefined;
}

/** A request that was accepted, and may have created a resource. */
export interface Creation {
  request: RequestSpec;
  exchange: Exchange;
  /** The values of the path of the collection. */
  outer: readonly PathValue[];
  /** The resource that it belongs to, if the run created that too. */
  parent: Created | undefined;
}

/** The place of a new resource: the values of its collection's path, and the resource around it. */
export type Surroundings = Pick<Created, "outer" | "parent">;

/** How a resource is created. */
export interface CreateOptions {
  /** Whether the responses are checked (default: true). Test cases of other operations do not report them once more. */
  isChecked?: boolean;
  /** The new resource belongs to the same resources as this one (default: to new ones). */
  beside?: Surroundings | undefined;
  /** The resources that are being created to refer to this one, or around it (default: none). */
  within?: ReadonlySet<Resource>;
}

/** The resource that a request created at the path that it names; undefined if the path does not identify it. */
export function createdByName(resource: Resource, create: Operation, creation: Creation): Created | undefined {
  const name = creation.request.parameters.findLast(({ parameter }) => parameter.in === "path")?.value;
  const identity = name === undefined ? undefined : identityByPath(resource, name);
  if (!identity || name === undefined) return undefined;
  const path: PathValue[] = [...creation.outer, { value: name, source: FROM_RESPONSE }];
  const address = addressOf(
    resource.key,
    path.map(({ value }) => value),
  );
  return address === undefined
    ? undefined
    : { ...creation, resource, create, link: undefined, ...identity, path, address };
}

/** The resource that a request created; undefined if the response does not identify it. */
export function createdBy(
  contract: Contract,
  resource: Resource,
  create: Operation,
  { request, exchange, outer: around, parent }: Creation,
): Created | undefined {
  const identity = identityIn(resource, exchange) ?? identitySent(resource, bodyValue(request), exchange);
  if (!identity) return undefined;
  const outer = around.slice(0, pathParameters(create).length);
  const values = createdPath(
    resource,
    outer.map(({ value }) => value),
    identity,
    exchange,
  );
  if (!values) return undefined;
  const own = values.flatMap((value): PathValue[] => (value === undefined ? [] : [{ value, source: FROM_RESPONSE }]));
  const path = resource.isCreatedElsewhere ? own : [...outer, ...own.slice(-1)];
  const address = addressOf(
    resource.key,
    path.map(({ value }) => value),
  );
  if (address === undefined) return undefined;
  const link = linksFrom(contract, create).find(({ linked }) => linked === resource.retrieve)?.link;
  const listed = outerOfList(resource, request, outer);
  return { resource, create, link, request, exchange, ...identity, outer: listed, path, address, parent };
}

/** The values of the path of a collection. Its list may be below a resource that the body of the creation names. */
function outerOfList(
  { list, position }: Resource,
  request: RequestSpec,
  outer: readonly PathValue[],
): readonly PathValue[] {
  const [around, ...others] = list ? pathParameters(list.operation) : [];
  if (!around || others.length > 0 || outer.length > 0 || position > 0) return outer;
  const value = asObject(bodyValue(request))[around.name];
  return value === undefined ? outer : [{ value, source: FROM_RESPONSE }];
}

/**
 * How many resources are created until one is certainly new. If no status says so, two of them have different identifiers.
 */
export const CREATION_TRIES = 2;

/** Whether the run certainly created a resource. Reads it, perhaps after a while, if no response has shown it yet. */
export async function isConfirmed(context: CaseContext, created: Created): Promise<boolean> {
  const { address, resource, path, outer } = created;
  const { retrieve, list } = resource;
  if (context.resources.owns(address)) return true;
  const retrieval = retrieve && resourceRequest(context, retrieve, path);
  const listing = retrieval ? undefined : list && resourceRequest(context, list.operation, outer);
  if (retrieval) await readSettled(context, retrieval);
  if (listing) await context.send(listing);
  if (!retrieval && !listing) {
    for (const other of otherPathsOf(context.contract, resource)) await foundAt(context, other, created);
  }
  return context.resources.owns(address);
}

/** Reads a created resource by another path; undefined if no response shows there that it is the created one. */
export async function foundAt(
  context: CaseContext,
  resource: Resource,
  created: Created,
): Promise<Created | undefined> {
  for (const identifier of resource.identifiers()) {
    const value = identifierIn(jsonOf(created.exchange), identifier);
    if (value === undefined) continue;
    const path = pathBelow<PathValue>(resource, created.outer, { value, source: FROM_RESPONSE });
    const request = resource.retrieve && resourceRequest(context, resource.retrieve, path);
    const address = addressOf(
      resource.key,
      path.map((own) => own.value),
    );
    if (!request || address === undefined) continue;
    await readSettled(context, request);
    if (context.resources.owns(address)) return { ...created, resource, value, identifier, path, address };
  }
  return undefined;
}
