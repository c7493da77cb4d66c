import { responseFor } from "#openapi/operations/status.js";
import { type Exchange, isSuccess } from "#verify/model/request/exchange.js";
import type { ParameterValue, RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { Attempt } from "#verify/resources/accepted/first-accepted.js";
import { existingValue } from "#verify/resources/valid-request.js";

/** Statuses with which servers reject identifiers that they do not know, or that have another form. */
const OF_UNKNOWN = [400, 404, 410, 422];

/**
 * Whether an undocumented rejection may be about a resource that only the example has. The document does not say how the
 * operation responds to unknown resources.
 */
export function mayNameNothing({ operation, parameters }: RequestSpec, { status }: Exchange): boolean {
  const saysOfUnknown = [404, 410].some((code) => responseFor(operation, code) !== undefined);
  return OF_UNKNOWN.includes(status) && !saysOfUnknown && parameters.some(isOfExample);
}

/**
 * The response to the same read with a path that exists, in place of that of the example. Undefined if no path is known, or
 * the target rejects it too.
 */
export async function acceptedInPath(context: CaseContext, request: RequestSpec): Promise<Attempt | undefined> {
  const { operation } = request;
  if (operation.method !== "get" || !request.parameters.some(isOfExample)) return undefined;
  const parameters: ParameterValue[] = [];
  for (const sent of request.parameters) {
    const existing = isOfExample(sent) ? await existingValue(context, operation, sent.parameter, undefined) : sent;
    if (!existing) return undefined;
    parameters.push(existing);
  }
  const existing = { ...request, parameters };
  if (!(await context.prepare(existing))) return undefined;
  const exchange = await context.send({ ...existing, purpose: { kind: "base", varies: "parameters" } });
  return isSuccess(exchange) ? { request: existing, exchange } : undefined;
}

/** Whether a value of the path is the document's example. */
function isOfExample({ parameter, source }: ParameterValue): boolean {
  return parameter.in === "path" && source.kind === "example";
}
