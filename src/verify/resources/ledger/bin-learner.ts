import type { Json, JsonObject } from "#openapi/document/document.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { type Bin, binnedBy, binOf } from "#statements/resources/bins.js";
import { layersOf } from "#statements/resources/envelope.js";
import { identifierIn, isSameId } from "#statements/resources/identifying-values.js";
import { pathBelow, type Resource } from "#statements/resources/resource.js";
import type { Contract } from "#verify/model/contract.js";
import { type Exchange, isGone, isRejection, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { methodOf, type RequestSpec } from "#verify/model/request/request-spec.js";
import { itemsOf } from "#verify/relations/list-items.js";
import { addressOf, pathValues } from "../address.js";
import type { Ledger } from "./ledger.js";
import { hasItsText } from "./proof.js";

/**
 * Learns which resources of the run are in a bin, and which are taken out of it. Only one with a text of the run counts.
 * Returns whether the request changed a bin.
 */
export function learnOfBin(contract: Contract, ledger: Ledger, request: RequestSpec, exchange: Exchange): boolean {
  const { operation, parameters, credential } = request;
  const isUsual = credential === undefined && methodOf(request) === operation.method;
  const resource = isUsual ? binnedBy(contract, operation) : undefined;
  const bin = resource && binOf(contract, resource);
  if (!resource || !bin) return false;
  const outer = pathValues(operation, parameters).map((known) => known?.value);
  if (isSafe(operation)) {
    for (const item of itemsIn(bin, operation, exchange)) seeInBin(ledger, resource, outer, item);
    return false;
  }
  const entry = ledger.lastAt(addressOf(resource.key, outer) ?? "");
  if (!entry?.isRemoved) return false;
  // After an error, the resource may be back as well.
  if (operation === bin.restore && !isRejection(exchange)) ledger.reopen(entry);
  else if (isSuccess(exchange) || isGone(exchange)) ledger.noteOutOfBin(entry);
  return true;
}

function seeInBin(ledger: Ledger, resource: Resource, outer: readonly (Json | undefined)[], item: JsonObject): void {
  for (const identifier of resource.identifiers()) {
    const value = identifierIn(item, identifier);
    const address = value === undefined ? undefined : addressOf(resource.key, pathBelow(resource, outer, value));
    const entry = address === undefined ? undefined : ledger.lastAt(address);
    const isOwn = entry?.isRemoved === true && entry.proof === "created" && entry.identity !== undefined;
    if (isOwn && isSameId(value, entry.identity?.value) && hasItsText(entry, item)) ledger.noteInBin(entry);
  }
}

/** The resources that a response shows in a bin. */
function itemsIn({ binned }: Bin, operation: Operation, exchange: Exchange): JsonObject[] {
  if (!isSuccess(exchange)) return [];
  if (binned.list?.operation === operation) return itemsOf(binned.list, exchange);
  return layersOf(jsonOf(exchange)).map(({ object }) => object);
}
