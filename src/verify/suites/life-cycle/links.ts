import { isSafe } from "#openapi/operations/methods.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import { success } from "#verify/model/request/expectation.js";
import { FROM_RESPONSE } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { type LinkedOperation, linkedRequest } from "#verify/requests/linked-requests.js";
import { expressionValue } from "#verify/requests/runtime-expression.js";
import { expectSettled } from "#verify/steps/settled.js";
import { expectSentValues, type Sent } from "./retrieve.js";

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
  sent: Sent,
  reads: readonly LinkedOperation[],
): Promise<FollowedLinks> {
  const { request, exchange: created } = sent;
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
    if (isSuccess(exchange)) expectSentValues(context, sent, exchange, { check: "relation", place: link.pointer });
    else isFound = false;
  }
  return { lost, isFound };
}
