import { resourceRemovedBy } from "#statements/resources/find-resources.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import { isGone } from "#verify/model/request/exchange.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { resourceRequest } from "#verify/requests/resource-request.js";

/**
 * Two examples of a DELETE may name one resource, by its id and by its address. The first one deletes it. Another target
 * than one with the data of the examples gets a resource for each.
 *
 * @throws Skipped if `GET` finds nothing at the path of a request that deletes, after the run has deleted a resource
 */
export async function requireUndeleted(
  context: CaseContext,
  { operation, parameters }: RequestSpec,
  key: string,
): Promise<void> {
  if (operation.method !== "delete" || !context.target.hasExampleData || !context.hasSucceeded(operation.id)) return;
  const retrieve = resourceRemovedBy(context.contract, operation)?.retrieve;
  const values = pathParameters(operation).flatMap(
    (wanted) => parameters.find(({ parameter }) => parameter === wanted) ?? [],
  );
  const reading = retrieve && resourceRequest(context, retrieve, values);
  if (!reading || !isGone(await context.send(reading))) return;
  throw new Skipped(
    `the run has already deleted what the example ${key} names, by another example: an example needs a resource of its own`,
  );
}
