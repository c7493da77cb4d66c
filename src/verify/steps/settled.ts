import { type Exchange, isSuccess } from "../model/request/exchange.js";
import type { Expectation } from "../model/request/expectation.js";
import type { RequestSpec } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";

/**
 * Sends and checks a request whose success shows an earlier change. It is sent again while the change does not show.
 *
 * @param isWanted whether a success shows the change (default: any success does)
 */
export async function expectSettled(
  context: CaseContext,
  spec: RequestSpec,
  expected: Expectation,
  isWanted: (exchange: Exchange) => boolean = () => true,
): Promise<Exchange> {
  const exchange = await context.settle(
    () => context.send(spec),
    (retrieval) => isSuccess(retrieval) && isWanted(retrieval),
  );
  await context.check(spec, expected, exchange);
  return exchange;
}
