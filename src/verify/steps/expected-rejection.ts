import { pointerNames } from "#openapi/document/pointer.js";
import { namedFields } from "#statements/named-fields.js";
import { type Exchange, isConflict, jsonOf } from "../model/request/exchange.js";
import type { RequestSpec } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import type { Violation } from "../requests/invalid/violation.js";
import { isAboutContent } from "../resources/accepted/first-accepted.js";
import { renewedRequest } from "../resources/accepted/renewed-request.js";

/** A request that the target should reject, the valid one that it was made of, and the response. */
export interface RejectedAttempt {
  valid: RequestSpec;
  request: RequestSpec;
  exchange: Exchange;
}

/** How a request that should be rejected is made, and which rejections say nothing about it. */
interface Rejection {
  /** Makes the request of a valid one. */
  requestOf(valid: RequestSpec): RequestSpec | Promise<RequestSpec>;
  /** Whether a rejection is about something else, as far as the response shows. */
  isElsewhere(valid: RequestSpec, exchange: Exchange): boolean;
}

/** How often a request is sent again. Another test case may consume the new resource before it. */
const MOST_RENEWALS = 2;

/**
 * Sends a request that should be rejected. A server that rejects it for another reason has not shown that it checks this
 * one. It may reject a refund of an order that earlier requests have refunded. Then the request is sent again, with new
 * resources in place of those that the run has used.
 *
 * @returns the last attempt
 */
export async function sendToReject(
  context: CaseContext,
  valid: RequestSpec,
  { requestOf, isElsewhere }: Rejection,
): Promise<RejectedAttempt> {
  const attempt = async (base: RequestSpec): Promise<RejectedAttempt> => {
    const request = await requestOf(base);
    return { valid: base, request, exchange: await context.send({ ...request, purpose: { kind: "rejection" } }) };
  };
  let last = await attempt(valid);
  for (let renewals = 0; renewals < MOST_RENEWALS; renewals += 1) {
    if (!isAboutContent(last.exchange) || !isElsewhere(last.valid, last.exchange)) break;
    const renewed = await renewedRequest(context, last.valid, last.exchange);
    if (!renewed || !(await context.prepare(await requestOf(renewed)))) break;
    last = await attempt(renewed);
  }
  return last;
}

/** Whether a rejection is about a conflict, or names other parts of a request than the wrong one. */
export function isAboutOtherPart(
  { parameters, body }: RequestSpec,
  exchange: Exchange,
  wrong: Pick<Violation, "part" | "place" | "names">,
): boolean {
  const value = body && "value" in body ? body.value : undefined;
  const names = [...parameters.map(({ parameter }) => parameter.name), ...Object.keys(Object(value))];
  const own = new Set([...pointerNames(wrong.place), ...pointerNames(wrong.part), ...(wrong.names ?? [])]);
  const named = namedFields(jsonOf(exchange) ?? exchange.body, names);
  if (named.some((name) => own.has(name))) return false;
  return named.length > 0 || isConflict(exchange);
}
