import type { Exchange } from "#verify/model/request/exchange.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { withNewReferences } from "#verify/requests/adapted-bodies.js";
import { referenceFor } from "../created/create-resource.js";

/**
 * The request after a rejection: it names new resources in place of those that the run created and has used.
 *
 * @returns undefined if it names none
 */
export async function renewedRequest(
  context: CaseContext,
  request: RequestSpec,
  exchange: Exchange,
): Promise<RequestSpec | undefined> {
  const { operation, body } = request;
  if (!body) return undefined;
  const renewed = await withNewReferences(context, {
    ...{ operation, body, exchange, changed: new Set<string>() },
    referenceFor: (field, used) => referenceFor(context, operation, field, used),
  });
  return renewed && { ...request, body: renewed };
}
