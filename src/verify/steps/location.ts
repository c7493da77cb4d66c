import { isOf, isSameId } from "#statements/resources/identifying-values.js";
import { documentedLocation, ownLocation } from "../judges/named-resources.js";
import { isSuccess, jsonOf } from "../model/request/exchange.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { destinationOf } from "../requests/address-request.js";
import type { Created } from "../resources/created/created.js";

/**
 * `Location` of a 201 is the address of the created resource (RFC 9110, 15.3.2): it has the identifier that the body has. It
 * may lead to another kind of resource, such as a report of the creation.
 */
export async function expectOwnLocation(context: CaseContext, created: Created): Promise<void> {
  const { create, exchange, path, resource } = created;
  const address = exchange.headers.get("location");
  if (!address || exchange.status !== 201 || !resource.retrieve) return;
  const destination = destinationOf(context.contract, exchange, address);
  const located = { create, value: created.value, address, exchange };
  if (destination.kind === "undocumented") context.judge([documentedLocation(located)]);
  if (destination.kind !== "operation" || destination.request.operation !== resource.retrieve) return;
  const found = destination.request.parameters.findLast(({ parameter }) => parameter.in === "path")?.value;
  if (isSameId(found, path.at(-1)?.value)) return;
  // A resource may have two identifiers.
  const read = await context.send(destination.request);
  if (!isSuccess(read) || !isOf(jsonOf(read), created)) context.judge([ownLocation(located)]);
}
