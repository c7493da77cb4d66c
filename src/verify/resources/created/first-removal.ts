import { remains } from "#verify/judges/life-cycle/deletion.js";
import { type Exchange, isPostponed, isSuccess } from "#verify/model/request/exchange.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { Entry } from "../ledger/entry.js";
import type { Ledger } from "../ledger/ledger.js";

/** The requests of a removal, and the time that a change has to show. */
interface Sending extends Pick<CaseContext, "settle"> {
  ledger: Ledger;
  send(request: RequestSpec): Promise<Exchange>;
}

/**
 * Removes a resource. The first one of its kind is read before and after that. If it stays as it was, the run creates no more
 * of them. At its end, it would be too late to find that out.
 *
 * @param read the request that shows the resource; undefined if the document has none
 * @returns the response to the removal
 */
export async function removeObserved(
  { ledger, send, settle }: Sending,
  { resource }: Entry,
  removal: RequestSpec,
  read: RequestSpec | undefined,
): Promise<Exchange> {
  const isFirst = resource !== undefined && read !== undefined && ledger.takeFirstRemoval(resource.key);
  const before = isFirst ? await send(read) : undefined;
  const removed = await send(removal);
  if (!isFirst || !before || !isSuccess(before) || !isSuccess(removed) || isPostponed(removed)) return removed;
  const after = await settle(
    () => send(read),
    (shown) => !remains(before, shown),
  );
  if (remains(before, after)) ledger.noteLasting(resource.key);
  return removed;
}
