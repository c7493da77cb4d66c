import type { CaseContext } from "../model/case-context.js";
import { type Exchange, isSuccess } from "../model/exchange.js";
import type { Expectation } from "../model/expectation.js";
import type { RequestSpec } from "../model/request-spec.js";

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
    (each) => isSuccess(each) && isWanted(each),
  );
  await context.check(spec, expected, exchange);
  return exchange;
}
