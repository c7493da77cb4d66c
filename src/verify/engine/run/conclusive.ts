import { jsonText } from "#openapi/document/long-integer.js";
import { isSafe, isSuccessKey } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { needsKey } from "#openapi/operations/security.js";
import { responseFor } from "#openapi/operations/status.js";
import { type Exchange, isAccessDenied, isGone, isRejection, isSuccess } from "#verify/model/request/exchange.js";
import type { Expectation } from "#verify/model/request/expectation.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { oncePerRun } from "#verify/model/test-case/once-per-run.js";
import { accessDenied, MayBeConsumed, ownAccessDenied, Skipped } from "#verify/model/test-case/skipped.js";
import { validRequest } from "#verify/resources/valid-request.js";

/**
 * Decides whether a response can be judged at all, before a check sees it.
 *
 * @throws Skipped if the target may rightly respond so: a rate limit, or a key that lacks access. MayBeConsumed for a
 * consumable value that the target does not find
 */
export async function requireConclusive(
  context: CaseContext,
  { operation, parameters, body, credential = "own" }: RequestSpec,
  expected: Expectation,
  exchange: Exchange,
): Promise<void> {
  const { status } = exchange;
  if (status === 429) {
    throw new Skipped("the target responded with 429: its rate limit is too low for this run");
  }
  // The document need not have the 403 to a key that lacks access (RFC 9110, 15.5.4).
  const isLimited = status === 403 && needsKey(operation);
  const isDenied = isAccessDenied(exchange) && (isLimited || responseFor(operation, status) !== undefined);
  if (isDenied && credential === "own" && expected.kind === "rejection" && (await isClosed(context, operation))) {
    throw new Skipped(`valid requests are rejected with ${status} too, so a rejection proves nothing`);
  }
  const expectsSuccess = expected.kind === "success" || expected.responses.some(isSuccessKey);
  if (!expectsSuccess) return;
  if (
    typeof credential === "object" &&
    credential.isValid &&
    isAccessDenied(exchange) &&
    !context.target.hasExampleData
  )
    throw accessDenied(`the key of ${credential.only}`, status);
  if (operation.requestBody && body === undefined && isRejection(exchange) && responseFor(operation, status)) {
    throw new Skipped(`the target responded with ${status} to a request without its optional body`);
  }
  const consumed = parameters.find(({ source }) => source.kind === "target-file" && source.consumable);
  if (consumed && isGone(exchange)) {
    const { parameter, value } = consumed;
    throw new MayBeConsumed(
      `the target responded with ${status} to ${parameter.name} ${jsonText(value)} of the target file's list: an earlier run may have consumed it`,
    );
  }
  if (isDenied && credential === "otherTeam") throw accessDenied("the other team's key", status);
  if (!isDenied || credential !== "own" || context.target.hasExampleData) return;
  // A key may lack access (403). But a key that is valid for one operation is not unknown (401) to another.
  if (status === 401 && (await isAcceptedElsewhere(context, operation))) return;
  throw ownAccessDenied(context, operation, status);
}

/** Whether the own key is rejected for a valid request that only reads. */
async function isClosed(context: CaseContext, operation: Operation): Promise<boolean> {
  if (context.target.hasExampleData || !isSafe(operation)) return false;
  const exchange = await validExchange(context, operation);
  return exchange !== undefined && isAccessDenied(exchange);
}

const validExchanges = oncePerRun<Operation, Exchange | undefined>();

/** The response to a valid request, sent once for all test cases; undefined if there is no valid request. */
function validExchange(context: CaseContext, operation: Operation): Promise<Exchange | undefined> {
  return validExchanges.get(context, operation, async () => {
    const request = await validRequest(context, operation);
    return request && context.send(request);
  });
}

/** Whether the own key is valid for another operation with the same security schemes. */
async function isAcceptedElsewhere(context: CaseContext, operation: Operation): Promise<boolean> {
  const schemes = jsonText(operation.security);
  const readable = context.contract.operations.find(
    (candidate) =>
      candidate !== operation &&
      !context.target.excluded?.has(candidate.id) &&
      isSafe(candidate) &&
      jsonText(candidate.security) === schemes,
  );
  const exchange = readable && (await validExchange(context, readable));
  return exchange !== undefined && isSuccess(exchange);
}
