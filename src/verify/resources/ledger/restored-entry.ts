import { resourceCreatedBy, resourcesOf } from "#statements/resources/find-resources.js";
import { endsInParameter, pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import type { Contract } from "#verify/model/contract.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import { type CredentialUse, FROM_RESPONSE, GENERATED, type RequestSpec } from "#verify/model/request/request-spec.js";
import { OTHER_ACTORS } from "#verify/model/target/target.js";
import { namedAddresses } from "../address.js";
import type { LoggedBody, OpenCreation } from "./creation-log.js";
import { type Entry, newEntry } from "./entry.js";

/**
 * A resource of an earlier run, as the ledger of this one has it. Its proof is open. Somebody else may have its number by
 * now, so a read has to show a text of that run. Only an identifier that is not a number proves without one.
 *
 * @returns undefined if the contract no longer has the operation
 */
export function restoredEntry(
  contract: Contract,
  { request: logged, status, creation }: OpenCreation,
): Entry | undefined {
  const operation = contract.operations.find(({ id }) => id === logged.operation);
  if (!operation) return undefined;
  const parameters = pathParameters(operation).flatMap((parameter, index) => {
    const value = logged.path[index];
    return parameter === undefined || value === undefined ? [] : [{ parameter, value, source: FROM_RESPONSE }];
  });
  const credential = credentialOf(logged.credential);
  const requestWith = ({ type, body }: LoggedBody): RequestSpec => ({
    operation,
    parameters,
    ...(body === undefined || type === undefined ? {} : { body: { type, value: body, source: GENERATED } }),
    ...(credential === undefined ? {} : { credential }),
  });
  const resource = resourceCreatedBy(contract, operation) ?? resourcesOf(contract).get(pathKey(operation.path));
  const named = namedAddresses(operation, parameters);
  // Without a response, the path of the request shows where it would be.
  const below = named.at(endsInParameter(operation.path) ? -2 : -1);
  const { pointer, value, address, around = below, wasAbsent = false, isProven = false, changes = [] } = creation ?? {};
  const isIdentified = value !== undefined && pointer !== undefined;
  const isCertain = isProven && logged.texts.length === 0 && isIdentified && !/^\d+$/.test(String(value));
  return newEntry({
    by: {},
    request: requestWith(logged),
    exchange: exchangeOf(operation.id, status),
    texts: logged.texts,
    changes: changes.map((change) => ({ request: requestWith(change), texts: change.texts })),
    isLost: creation === undefined,
    resource,
    identity: isIdentified
      ? { value, identifier: { pointer, basis: "inferred", places: [operation.pointer] } }
      : undefined,
    address,
    around,
    wasAbsent,
    proof: isCertain ? "created" : "open",
  });
}

function credentialOf(name: string): CredentialUse | undefined {
  return OTHER_ACTORS.find((actor) => actor === name) ?? (name === "none" ? "none" : undefined);
}

/** The file has no response but its status. */
function exchangeOf(operation: string, status: number): Exchange {
  return {
    operation,
    request: { method: "", url: "", headers: [], body: undefined, secrets: [] },
    status,
    headers: new Headers(),
    body: "",
    json: undefined,
    truncated: false,
    duration: 0,
  };
}
