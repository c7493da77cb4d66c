import type { Parameter } from "#openapi/operations/operation.js";
import { FROM_RESPONSE, type RequestSpec } from "../model/request/request-spec.js";

/** A request with a condition, in place of the one that it had (RFC 9110, 13.1). */
export function withCondition(request: RequestSpec, parameter: Parameter, value: string): RequestSpec {
  const parameters = request.parameters.filter((known) => known.parameter !== parameter);
  return { ...request, parameters: [...parameters, { parameter, value, source: FROM_RESPONSE }] };
}
