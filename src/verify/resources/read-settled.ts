import { type Exchange, isSuccess } from "#verify/model/request/exchange.js";
import type { Expectation } from "#verify/model/request/expectation.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";

/**
 * Sends a request that shows what an earlier one did. It sends it again, until a response is wanted, or the target's time to
 * settle is over.
 *
 * @param isWanted by default, any success is
 * @param expected of the last response (default: it is not checked)
 */
export async function readSettled(
  context: Pick<CaseContext, "settle" | "send" | "check">,
  request: RequestSpec,
  isWanted: (exchange: Exchange) => boolean = isSuccess,
  expected?: Expectation,
): Promise<Exchange> {
  const exchange = await context.settle(() => context.send(request), isWanted);
  if (expected) await context.check(request, expected, exchange);
  return exchange;
}
