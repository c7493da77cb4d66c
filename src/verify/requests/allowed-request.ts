import type { Json } from "#openapi/document/document.js";
import type { Parameter } from "#openapi/operations/operation.js";
import type { Contract } from "#verify/model/contract.js";
import { bodyMediaType, bodyValue, type RequestSpec } from "#verify/model/request/request-spec.js";

/** Whether a value is valid by the schema of a parameter or a body, if it has one. */
export function isValidFor(
  { validator }: Pick<Contract, "validator">,
  { schema, schemaPointer }: Pick<Parameter, "schema" | "schemaPointer">,
  value: Json,
): boolean {
  return schema === undefined || validator.errors(schemaPointer, value).length === 0;
}

/** Whether the document allows a request: each of its parameters, and its body. One that leaves out a required part may be allowed too. */
export function isAllowedRequest({ validator }: Contract, request: RequestSpec): boolean {
  const { operation, method = operation.method, parameters, body } = request;
  if (method !== operation.method) return false;
  const fits = parameters.every(({ parameter, value }) => isValidFor({ validator }, parameter, value));
  if (!fits || !body) return fits;
  const described = bodyMediaType(operation, body);
  const value = bodyValue(request);
  if (!described || value === undefined) return false;
  return isValidFor({ validator }, described, value);
}
