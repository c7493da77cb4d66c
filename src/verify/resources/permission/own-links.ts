import type { Json } from "#openapi/document/document.js";
import { isUuid } from "#openapi/patterns/uuid.js";
import type { Contract } from "#verify/model/contract.js";
import type { CredentialUse, RequestSpec } from "#verify/model/request/request-spec.js";
import { addressOf, pathValues } from "../address.js";
import { pathLinkOf } from "../shown/path-links.js";

/** The knowledge of the run by which both ends of a link are its own. */
interface OwnedEnds {
  owns(address: string, credential?: CredentialUse): boolean;
  isUnique(value: unknown): boolean;
}

/**
 * Whether a request makes or removes a link between two resources that the run certainly created: `PUT
 * /teams/{team}/members/{person}`. Nothing else has the last value: the run generated it, or it is a UUID. So whatever a server
 * looks up by the path, it finds one of the two, or nothing. A number may be that of something else, such as a membership.
 */
export function linksOwn(
  { operation, parameters, credential }: Omit<RequestSpec, "body">,
  contract: Contract,
  ownership: OwnedEnds,
): boolean {
  const link = pathLinkOf(contract, operation);
  if (!link) return false;
  const values = pathValues(operation, parameters).map((known) => known?.value);
  const value = values.at(-1);
  const isOwned = (key: string, path: readonly (Json | undefined)[]) => {
    const address = addressOf(key, path);
    return address !== undefined && ownership.owns(address, credential);
  };
  const isUnmistakable = ownership.isUnique(value) || isUuid(String(value));
  return (
    isUnmistakable &&
    isOwned(link.around.key, values.slice(0, -1)) &&
    link.linked.some(({ key }) => isOwned(key, [value]))
  );
}
