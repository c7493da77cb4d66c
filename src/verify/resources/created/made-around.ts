import { resourcesOf } from "#statements/resources/find-resources.js";
import { endsInParameter, pathKey, resourcePaths } from "#statements/resources/path-parameters.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { pathValues } from "../address.js";

/**
 * Whether a creation below something unknown made that too: a read finds it now. Some servers create a group with its first
 * item.
 */
export async function hasMadeAround(context: CaseContext, { operation, parameters }: RequestSpec): Promise<boolean> {
  if (operation.method !== "post" || endsInParameter(operation.path)) return false;
  const around = resourcePaths(operation.path).at(-1);
  const { retrieve } = (around === undefined ? undefined : resourcesOf(context.contract).get(pathKey(around))) ?? {};
  const values = pathValues(operation, parameters).flatMap((value) => value ?? []);
  const request = retrieve && resourceRequest(context, retrieve, values);
  return request !== undefined && isSuccess(await context.send(request));
}
