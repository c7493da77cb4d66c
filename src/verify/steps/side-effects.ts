import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { nothingCreated } from "../judges/rejections.js";
import { isSuccess } from "../model/request/exchange.js";
import { type Expectation, notFound } from "../model/request/expectation.js";
import { bodyValue, GENERATED, type RequestSpec } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { linkedRequest, linksFrom } from "../requests/linked-requests.js";
import { requestBodyValue } from "../requests/runtime-expression.js";

/**
 * Checks that a rejected create left no resource behind: the resource that a link would lead to does not exist. Only links
 * whose parameters all come from the request can be followed without a response.
 *
 * @param rejected the expectation that the rejection fulfilled
 */
export async function expectNoSideEffect(
  context: CaseContext,
  operation: Operation,
  request: RequestSpec,
  rejected: Expectation,
): Promise<void> {
  // A server without state may send any resource as an example.
  if (isSafe(operation) || !context.target.keepsState) return;
  const lookup = lookupOf(context, operation, request);
  if (!lookup) return;
  const exchange = await context.send(lookup);
  if (!isSuccess(exchange)) {
    const why = `the rejected request (${rejected.why}) created nothing`;
    return context.check(lookup, { ...notFound(lookup.operation, why), kind: "any" }, exchange);
  }
  context.judge(nothingCreated(operation, rejected, exchange));
}

/** The request that retrieves what a create would have created; undefined if no link describes it. */
function lookupOf({ contract, generator }: CaseContext, operation: Operation, request: RequestSpec) {
  const sent = bodyValue(request);
  if (sent === undefined) return undefined;
  const links = linksFrom(contract, operation).filter(({ linked }) => isSafe(linked));
  const lookups = links.map((link) =>
    linkedRequest(link, (expression) => {
      const value = requestBodyValue(expression, sent);
      // A resource with a generated value cannot have existed before.
      return typeof value === "string" && generator.isGenerated(value) ? { value, source: GENERATED } : undefined;
    }),
  );
  return lookups.find((lookup) => lookup !== undefined);
}
