import { responseFor } from "#openapi/operations/status.js";
import { isListed } from "#verify/checks/status.js";
import type { RecordedFinding } from "#verify/model/finding/finding.js";
import { type Exchange, isRejection, isServerError } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";

/** The response to a request that the document allows. */
export type TrialResult =
  | { kind: "accepted"; exchange: Exchange }
  | { kind: "rejected"; exchange: Exchange }
  | { kind: "failed"; found: RecordedFinding[] };

/**
 * Sends a request that the document allows. A server may reject it, also with a server error that the document lists; any
 * other response has to be a documented one. The findings are returned, and not added to the test case.
 *
 * @param why the document allows it, for messages: the values in it
 * @param place of the document that findings concern (default: the operation)
 */
export async function sendAllowed(
  context: CaseContext,
  request: RequestSpec,
  why: string,
  place?: string,
): Promise<TrialResult> {
  const { operation } = request;
  const exchange = await context.send(request);
  const isDocumented = isListed(responseFor(operation, exchange.status));
  // A response with 429 ends the test case.
  if (exchange.status !== 429 && (isRejection(exchange) || (isServerError(exchange) && isDocumented))) {
    return { kind: "rejected", exchange };
  }
  const { findings } = context;
  const before = findings.length;
  const expected = anyResponse(operation, why);
  await context.check(request, { ...expected, place: place ?? expected.place }, exchange);
  const found = findings.splice(before).filter((each) => !isEcho(context, each, exchange));
  return found.length > 0 ? { kind: "failed", found } : { kind: "accepted", exchange };
}

/** An example states that its own values are stored as they are, but not that every value is. */
function isEcho(context: CaseContext, finding: RecordedFinding, exchange: Exchange): boolean {
  if (finding.check !== "echo") return false;
  context.fail({ ...finding, basis: "inferred" }, exchange);
  return true;
}
