import type { Operation } from "#openapi/operations/operation.js";
import type { Exchange } from "../model/request/exchange.js";
import { anyResponse } from "../model/request/expectation.js";
import type { RequestSpec } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";

/** A request that was sent, and its response. */
interface Sent {
  operation: Operation;
  request: RequestSpec;
  exchange: Exchange;
}

/**
 * Sends a request if it may be sent, and checks the response by the document.
 *
 * @param why what allows the request, for the finding
 * @returns undefined if there is none, or it may not be sent
 */
export async function expectAllowed(
  context: CaseContext,
  request: RequestSpec | undefined,
  why: string,
): Promise<Sent | undefined> {
  if (!request || !(await context.prepare(request))) return undefined;
  const { operation } = request;
  return { operation, request, exchange: await context.expect(request, anyResponse(operation, why)) };
}
