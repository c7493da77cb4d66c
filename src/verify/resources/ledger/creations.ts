import { resourceCreatedBy, resourcesOf } from "#statements/resources/find-resources.js";
import { pathKey } from "#statements/resources/path-parameters.js";
import type { Resource } from "#statements/resources/resource.js";
import type { Contract } from "#verify/model/contract.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import { bodyValue, methodOf, type RequestSpec } from "#verify/model/request/request-spec.js";
import { addressOf, namedAddresses, pathValues } from "../address.js";
import { createdPath, type Identity, identitiesIn, identityByPath, reportedIdentity } from "./identify.js";

/** The most resources of one request that are followed one by one. */
const MOST_AT_ONCE = 100;

/** A resource that a successful request seems to have created. */
export interface Creation {
  /** Its kind; undefined if the document has no path for it. */
  resource: Resource | undefined;
  /** Undefined if the response does not show what identifies it. */
  identity: Identity | undefined;
  address: string | undefined;
  /** The address of the resource that it belongs to; undefined if it belongs to none. */
  around: string | undefined;
  /**
   * The address of the list that would have had it before. Undefined below another resource. Its list lacks items of
   * other resources, and a server may find those all the same.
   */
  list: string | undefined;
}

/**
 * The resources that a successful POST created, as far as the response shows. The effect of an action on a resource of the
 * run goes with that. Any other request that was accepted may have created something.
 *
 * @param isOwn whether the run owns the resource at an address
 */
export function creationsOf(
  contract: Contract,
  request: RequestSpec,
  exchange: Exchange,
  isOwn: (address: string) => boolean,
): Creation[] {
  const { operation, parameters } = request;
  const resource = resourceCreatedBy(contract, operation);
  const named = namedAddresses(operation, parameters);
  const reported = reportedIdentity(exchange, operation.path);
  const isOfAction = (address: string | undefined) =>
    reported !== undefined && address?.endsWith(`/${encodeURIComponent(reported)}`) === true;
  if (!resource && named.some(isOfAction)) return [];
  const around = named.at(-1);
  const isOfOwn = around !== undefined && isOwn(around);
  if (!resource && exchange.status !== 201 && reported === undefined && isOfOwn) return [];
  const outer = pathValues(operation, parameters).map((known) => known?.value);
  const identities = resource ? identitiesIn(resource, bodyValue(request), exchange) : [];
  const list =
    resource?.list && around === undefined ? addressOf(pathKey(resource.list.operation.path), []) : undefined;
  const sent = bodyValue(request);
  const count = resource && Array.isArray(sent) ? Math.min(sent.length, MOST_AT_ONCE) : 1;
  const missing = Array.from({ length: Math.max(0, count - identities.length) }, () => undefined);
  return [...identities, ...missing].map((identity) => {
    const path = resource && identity && createdPath(resource, outer, identity, exchange);
    const address = resource && path && addressOf(resource.key, path);
    return { resource, identity, address, around, list };
  });
}

/**
 * The resource that a successful PUT created at its own path, if nothing was there. PATCH and POST of an item create seldom
 * (RFC 5789, 2), and say so by 201.
 */
export function upsertOf(contract: Contract, request: RequestSpec, { status }: Exchange): Creation | undefined {
  const { operation, parameters } = request;
  if (methodOf(request) !== "put" && status !== 201) return undefined;
  const resource = resourcesOf(contract).get(pathKey(operation.path));
  const named = namedAddresses(operation, parameters);
  const value = pathValues(operation, parameters).at(-1);
  const address = named.at(-1);
  if (!resource || !value || address === undefined) return undefined;
  return { resource, identity: identityByPath(resource, value.value), address, around: named.at(-2), list: undefined };
}
