import { isObject, type JsonObject } from "#openapi/document/document.js";
import { resourceIn } from "#statements/resources/envelope.js";
import { resourceRetrievedBy } from "#statements/resources/find-resources.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import type { JournalEntry } from "../journal/journal.js";
import type { Contract } from "../model/contract.js";
import { isGone, isSuccess, jsonOf } from "../model/request/exchange.js";
import { methodOf } from "../model/request/request-spec.js";
import { namedAddresses } from "../resources/address.js";
import { isOwnEntry, type OwnEntry } from "../resources/ledger/entry.js";
import type { Ledger } from "../resources/ledger/ledger.js";
import type { ListedItem } from "./listed.js";

/** A resource of the run in a response to its own key. */
export interface Sighting {
  own: OwnEntry;
  /** Undefined if the target does not find it. */
  shown: JsonObject | undefined;
  /** Whether a list shows it, which may show less than the resource's own `GET`. */
  isListed: boolean;
}

/** The resources of the run that a response shows in their own list, or whole, or no longer finds. */
export function sightingsIn(
  contract: Contract,
  ledger: Ledger,
  entry: JournalEntry,
  listed: readonly ListedItem[],
): Sighting[] {
  const { request, exchange } = entry;
  const { operation, parameters, credential } = request;
  if (credential !== undefined) return [];
  const address = namedAddresses(operation, parameters).at(-1);
  const ofList = listed
    .filter(({ own }) => own.around === address)
    .map(({ own, item }): Sighting => ({ own, shown: item, isListed: true }));
  const named = address === undefined ? undefined : ledger.at(address);
  if (!isOwnEntry(named) || named.address !== address) return ofList;
  if (isGone(exchange)) {
    const isOfItself = operation === named.resource.retrieve || operation === named.resource.remove;
    return isOfItself ? [...ofList, { own: named, shown: undefined, isListed: false }] : ofList;
  }
  if (addressShown(contract, entry) === undefined || resourceRetrievedBy(contract, operation) !== named.resource)
    return ofList;
  const body = jsonOf(exchange);
  const shown = isObject(body) ? resourceIn(body, named.identity) : undefined;
  return shown ? [...ofList, { own: named, shown, isListed: false }] : ofList;
}

/** The address of the resource that a response of its own `GET` shows whole; undefined for another response. */
export function addressShown(contract: Contract, { request, exchange }: JournalEntry): string | undefined {
  const { operation, parameters, credential } = request;
  const isWhole = methodOf(request) === "get" && isSuccess(exchange) && !selects(request);
  if (credential !== undefined || !isWhole || !resourceRetrievedBy(contract, operation)) return undefined;
  return namedAddresses(operation, parameters).at(-1);
}

/** Whether a read asks for a part of the resource, or another form of it. */
function selects({ operation, parameters }: JournalEntry["request"]): boolean {
  const path = pathParameters(operation);
  return parameters.some(({ parameter }) => !path.includes(parameter));
}
