import type { Json } from "#openapi/document/document.js";
import { isUuid } from "#openapi/patterns/uuid.js";
import { isClosedSet } from "#statements/resources/closed-sets.js";
import { entriesOf } from "#statements/resources/entries.js";
import type { Contract } from "#verify/model/contract.js";
import type { CredentialUse, RequestSpec } from "#verify/model/request/request-spec.js";
import { addressOf, pathValues } from "../address.js";
import { linkRemovedBy } from "../shown/body-links.js";
import { pathLinkOf } from "../shown/path-links.js";

/** The knowledge of the run by which both ends of a link are its own. */
interface OwnedEnds {
  owns(address: string, credential?: CredentialUse): boolean;
  isUnique(value: unknown): boolean;
}

/**
 * Whether a request makes or removes a link between two resources that the run certainly created: `PUT
 * /teams/{team}/members/{person}`. Nothing else has the last value: the run generated it, or it is a UUID. Or the list of the
 * links has such values alone. So whatever a server looks up by the path, it finds one of the two, or nothing. A number may be
 * that of something else, such as a membership.
 */
export function linksOwn(
  { operation, parameters, credential }: Omit<RequestSpec, "body">,
  contract: Contract,
  ownership: OwnedEnds,
): boolean {
  const byPath = pathLinkOf(contract, operation);
  const removed = byPath ? undefined : linkRemovedBy(contract, operation);
  const link = byPath ?? removed;
  if (!link) return false;
  const values = pathValues(operation, parameters).map((known) => known?.value);
  const value = values.at(-1);
  const isOwned = (key: string, path: readonly (Json | undefined)[]) => {
    const address = addressOf(key, path);
    return address !== undefined && ownership.owns(address, credential);
  };
  const isUnmistakable = ownership.isUnique(value) || isUuid(String(value)) || removed?.isListedAlone === true;
  return (
    isUnmistakable &&
    isOwned(link.around.key, values.slice(0, -1)) &&
    link.linked.some(({ key }) => isOwned(key, [value]))
  );
}

/**
 * Whether a request sets or removes an entry of a map that a resource of the run has: `PUT /tracks/{track}/aliases/{kind}`. The
 * name is from a closed set, and the map has all names of that. So it is a key of the map, and identifies nothing else.
 */
export function changesOwnEntry(
  { operation, parameters, credential }: Omit<RequestSpec, "body">,
  contract: Contract,
  ownership: Pick<OwnedEnds, "owns">,
): boolean {
  const entries = entriesOf(contract, operation);
  const isAtPath = operation === entries?.set || operation === entries?.remove;
  if (!entries?.parameter || !isAtPath || entries.shown.shape !== "map") return false;
  if (!isClosedSet(contract.document, entries.parameter)) return false;
  const values = pathValues(operation, parameters).map((known) => known?.value);
  const address = addressOf(entries.around.key, values.slice(0, -1));
  return address !== undefined && ownership.owns(address, credential);
}
