import type { Operation } from "#openapi/operations/operation.js";
import { resourceCreatedBy } from "#statements/resources/find-resources.js";
import type { Judgment } from "../model/finding/finding.js";
import { type Exchange, isGone, isSuccess } from "../model/request/exchange.js";
import { bodyValue, type RequestSpec } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { hasUniqueText } from "../requests/generated-values.js";
import { identityIn, identitySent } from "../resources/ledger/identify.js";
import { broken } from "../rules/sentence.js";
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

function madeByTrial(operation: Operation, parameter: string, read: Exchange): Judgment[] {
  const facts = { basis: "inferred", place: operation.pointer, operation: operation.id } as const;
  const breach = broken("made-by-trial", { operation: operation.id, parameter, read: read.operation });
  return [{ finding: { ...facts, ...breach, expected: "404", received: String(read.status) }, exchange: read }];
}
