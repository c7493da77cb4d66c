import { isObject } from "#openapi/document/document.js";
import { isSafe } from "#openapi/operations/methods.js";
import { identifyingFields } from "#verify/checks/echo.js";
import { differenceFindings, unrelatedFields } from "#verify/model/finding/differences.js";
import { type Exchange, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { success } from "#verify/model/request/expectation.js";
import { FROM_RESPONSE, type RequestSpec, structuredBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { type LinkedOperation, linkedRequest } from "#verify/requests/linked-requests.js";
import { expressionValue } from "#verify/requests/runtime-expression.js";
import type { Creation } from "#verify/resources/create-resource.js";
import { expectSettled } from "#verify/steps/settled.js";

/** The links that could be followed, and what they led to. */
interface FollowedLinks {
  /** The names of the links for which the response has no value. */
  lost: string[];
  /** Whether each of the others led to a resource. */
  isFound: boolean;
}

/** Each link that reads leads to a resource, which has the values that were sent to create it. */
export async function expectLinked(
  context: CaseContext,
  { request, exchange: created }: Pick<Creation, "request" | "exchange">,
  reads: readonly LinkedOperation[],
): Promise<FollowedLinks> {
  const { operation } = request;
  const lost: string[] = [];
  let isFound = true;
  for (const read of reads) {
    const { link, linked } = read;
    const next = linkedRequest(read, (expression) => {
      const value = expressionValue(expression, request, created);
      return value === undefined || value === null ? undefined : { value, source: FROM_RESPONSE };
    });
    if (!next) {
      lost.push(link.name);
      continue;
    }
    const why = `${link.name} leads to the resource that ${operation.id} ${isSafe(operation) ? "listed" : "created"}`;
    const expected = success(linked, why, { place: link.pointer });
    const exchange = await expectSettled(context, next, expected);
    if (isSuccess(exchange)) expectSent(context, request, link.pointer, exchange);
    else isFound = false;
  }
  return { lost, isFound };
}

/** The retrieved resource has the values that were sent. */
function expectSent(context: CaseContext, request: RequestSpec, place: string, found: Exchange): void {
  const sent = structuredBody(request);
  const body = jsonOf(found);
  if (!isObject(sent) || !isObject(body)) return;
  const fields = unrelatedFields(sent, body, identifyingFields(context.contract, request.operation));
  const origin = `the request of ${request.operation.id}`;
  for (const finding of differenceFindings(fields, { check: "relation", place, origin })) context.fail(finding, found);
}
