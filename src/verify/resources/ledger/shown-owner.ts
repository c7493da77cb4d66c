import { isObject, type Json } from "#openapi/document/document.js";
import { plainName } from "#statements/names.js";
import { kindsNamed } from "#statements/references/names-of-resources.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import type { Contract } from "#verify/model/contract.js";
import { type RequestSpec, shownBody } from "#verify/model/request/request-spec.js";
import { addressOf } from "../address.js";

/**
 * Whether a new resource is shown as one that belongs to a resource of the run. The body of its creation named that:
 * `organizationId` in the request, and `ownerOrganizationId` in the representation. Only the run could have added it there.
 *
 * @param isOwn whether the run owns the resource at an address
 */
export function showsOwnOwner(
  contract: Contract,
  request: RequestSpec,
  shown: Json,
  isOwn: (address: string) => boolean,
): boolean {
  const sent = shownBody(request);
  if (!isObject(sent) || !isObject(shown)) return false;
  return Object.entries(sent).some(([name, value]) => {
    const isNamed = kindsNamed(contract, name).some(({ resource }) => {
      const address = resource.position === 0 ? addressOf(resource.key, [value]) : undefined;
      return address !== undefined && isOwn(address);
    });
    const repeats = (own: string) => plainName(own).endsWith(plainName(name)) && isSameId(shown[own], value);
    return isNamed && Object.keys(shown).some(repeats);
  });
}
