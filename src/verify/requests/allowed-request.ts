import type { Contract } from "#verify/model/contract.js";
import { bodyValue, type RequestSpec } from "#verify/model/request/request-spec.js";

/** Whether the document allows a request: each of its parameters, and its body. One that leaves out a required part may be allowed too. */
export function isAllowedRequest({ validator }: Contract, request: RequestSpec): boolean {
  const { operation, method = operation.method, parameters, body } = request;
  if (method !== operation.method) return false;
  const fits = parameters.every(({ parameter: { schema, schemaPointer }, value }) => {
    return schema === undefined || validator.errors(schemaPointer, value).length === 0;
  });
  if (!fits || !body) return fits;
  const described = operation.requestBody?.content.find(({ name }) => name === body.type);
  const value = bodyValue(request);
  if (!described || value === undefined) return false;
  return described.schema === undefined || validator.errors(described.schemaPointer, value).length === 0;
}
