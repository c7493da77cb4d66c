import type { Json, JsonObject } from "#openapi/document/document.js";
import { isNumber } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { sentResource } from "#statements/resources/envelope.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import { pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import type { Identifier, Resource } from "#statements/resources/resource.js";
import { isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import type { PathValue } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { addressOf } from "#verify/resources/address.js";
import type { Created } from "#verify/resources/created/created.js";

/** The only resource of a path: an operation changes it, and `GET` of the same path shows it. */
export function singleResource(operation: Operation, retrieve: Operation): Resource {
  const none = {
    list: undefined,
    embedded: undefined,
    create: undefined,
    replace: undefined,
    update: undefined,
    remove: undefined,
    post: undefined,
  };
  return {
    ...none,
    ...{ key: pathKey(operation.path), position: pathParameters(operation).length - 1, isCreatedElsewhere: false },
    ...{ retrieve, nested: [] },
    ...(operation.method === "put" ? { replace: operation } : { update: operation }),
    identifiers: () => [],
    prefer: () => {},
  };
}

/**
 * The resource at a path, as if the run had created it by reading it. Undefined if the target does not show an object.
 *
 * @param basis of the relation between the changes at the path and what it shows
 */
export async function readSingle(
  context: CaseContext,
  resource: Resource,
  path: readonly PathValue[],
  basis: Identifier["basis"] = "inferred",
): Promise<{ created: Created; before: JsonObject } | undefined> {
  const { retrieve } = resource;
  const request = retrieve && resourceRequest(context, retrieve, path);
  if (!request) return undefined;
  const exchange = await context.send(request);
  const before = isSuccess(exchange) ? sentResource(jsonOf(exchange)) : undefined;
  if (!before) return undefined;
  const around = path.at(-1)?.value;
  // A part has the identifier of the resource around it, or none.
  const name = around === undefined ? ownName(before) : Object.keys(before).find((key) => isId(before[key], around));
  const identifier = { pointer: pointerTo("", name ?? ""), basis, places: [retrieve.pointer] };
  const value = around ?? before[name ?? ""];
  const created: Created = {
    ...{ resource, create: retrieve, link: undefined, request, exchange, outer: [], path, parent: undefined },
    identifier,
    value: isNumber(value) ? value : String(value ?? resource.key),
    address:
      addressOf(
        resource.key,
        path.map((given) => given.value),
      ) ?? resource.key,
  };
  return { created, before };
}

/** The field that most likely identifies a resource without a path parameter. */
function ownName(resource: JsonObject): string {
  return "id" in resource ? "id" : (Object.keys(resource)[0] ?? "id");
}

function isId(value: Json | undefined, wanted: Json): boolean {
  return (typeof value === "string" || isNumber(value)) && isSameId(value, String(wanted));
}
