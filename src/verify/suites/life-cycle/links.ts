import { isSafe } from "#openapi/operations/methods.js";
import type { SentCreation } from "#verify/judges/life-cycle/shown-values.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import { success } from "#verify/model/request/expectation.js";
import { FROM_RESPONSE } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { type LinkedOperation, linkedRequest } from "#verify/requests/linked-requests.js";
import { expressionValue } from "#verify/requests/runtime-expression.js";
import { readSettled } from "#verify/resources/read-settled.js";
import { expectSentValues } from "./created/retrieve.js";

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
  sent: SentCreation,
  reads: readonly LinkedOperation[],
): Promise<FollowedLinks> {
  const { request, exchange: created } = sent;
  const { operation } = request;
  const followed = reads.map((read) => {
    const next = linkedRequest(read, (expression) => {
      const value = expressionValue(expression, request, created);
      return value === undefined || value === null ? undefined : { value, source: FROM_RESPONSE };
    });
    return { ...read, next };
  });
  const found = await context.together(
    followed.map(({ link, linked, next }) => async (part) => {
      if (!next) return true;
      const why = `${link.name} leads to the resource that ${operation.id} ${isSafe(operation) ? "listed" : "created"}`;
      const exchange = await readSettled(part, next, isSuccess, success(linked, why, { place: link.pointer }));
      if (!isSuccess(exchange)) return false;
      expectSentValues(part, sent, exchange, { rule: "linked-value-differs", place: link.pointer });
      return true;
    }),
  );
  const lost = followed.flatMap(({ link, next }) => (next ? [] : [link.name]));
  return { lost, isFound: found.every(Boolean) };
}
