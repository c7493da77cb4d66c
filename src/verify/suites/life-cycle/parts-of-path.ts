import type { Operation } from "#openapi/operations/operation.js";
import { listOf } from "#statements/paging/paging.js";
import { pathKey } from "#statements/resources/path-parameters.js";
import { keptPart, removedPart } from "#verify/judges/life-cycle/parts.js";
import { type Exchange, hasTakenEffect, isGone, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import { readSettled } from "#verify/resources/read-settled.js";
import { expectAllowed } from "#verify/steps/expect-allowed.js";

/**
 * Follows a part that PUT wrote below a created resource, such as `/teams/{team}/address`. It is as the response showed it, and
 * DELETE removes it.
 *
 * @param shown the response of GET of the same path
 */
export async function expectPart(
  context: CaseContext,
  created: Created,
  { operation, written, read, shown }: { operation: Operation; written: Exchange; read: Operation; shown: Exchange },
): Promise<void> {
  if (operation.method !== "put" || listOf(context.contract.document, read)) return;
  context.judge(keptPart(created, { operation, written, read, shown }));
  const remove = created.resource.nested.find(
    ({ method, path }) => method === "delete" && pathKey(path) === pathKey(operation.path),
  );
  const before = jsonOf(shown);
  const removal = remove && resourceRequest(context, remove, created.path);
  const done = removal && (await expectAllowed(context, removal, `${operation.id} wrote what it removes`));
  const reading = resourceRequest(context, read, created.path);
  if (!remove || !reading || before === undefined || !done || !hasTakenEffect(done.exchange)) return;
  const isRemoved = (exchange: Exchange) => isGone(exchange) || (isSuccess(exchange) && exchange.body !== shown.body);
  const after = await readSettled(context, reading, isRemoved);
  context.judge(removedPart(created, remove, read, { before, after }));
}
