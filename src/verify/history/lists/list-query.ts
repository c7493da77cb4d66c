import { jsonText } from "#openapi/document/long-integer.js";
import type { Parameter } from "#openapi/operations/operation.js";
import type { RequestSpec } from "../../model/request/request-spec.js";

/** The name of all pages of one query of a list. They differ in the parameter that leads to another page alone. */
export function listQuery(
  { operation, parameters, credential = "own" }: RequestSpec,
  step: Parameter | undefined,
): string {
  const others = parameters.filter(({ parameter }) => parameter !== step);
  return jsonText([operation.id, credential, others.map(({ parameter, value }) => [parameter.name, value])]);
}
