import { resourceCreatedBy } from "#statements/resources/find-resources.js";
import { madeByTrial } from "../judges/stored-values.js";
import { type Exchange, isGone, isSuccess } from "../model/request/exchange.js";
import { bodyValue, type RequestSpec } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { hasUniqueText } from "../requests/generated-values.js";
import { identityIn, identitySent } from "../resources/ledger/identify.js";
import { readBack } from "./read-back.js";

/** A trial of a creation makes nothing. Its name is new, so a read that finds it shows what the trial made. */
export async function expectNothingMade(
  context: CaseContext,
  request: RequestSpec,
  exchange: Exchange,
  parameter: string,
): Promise<void> {
  const resource = resourceCreatedBy(context.contract, request.operation);
  const identity = resource && (identityIn(resource, exchange) ?? identitySent(resource, bodyValue(request), exchange));
  if (!identity || !hasUniqueText(context.generator, identity.value)) return;
  if (context.resources.hasIdentifier(String(identity.value))) return;
  const read = await readBack(context, request, exchange, (shown) => isGone(shown.exchange));
  if (read && isSuccess(read.exchange)) context.judge(madeByTrial(request.operation, parameter, read.exchange));
}
