import { oncePer } from "#openapi/document/once-per.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { ListOperation } from "#statements/list-items.js";
import { hasStatedCursor } from "#statements/paging/paging.js";
import { unstableOrder } from "#verify/judges/lists/order.js";
import { fittingPage } from "#verify/judges/lists/pages.js";
import type { RecordedFinding } from "#verify/model/finding/finding.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { skipFor } from "#verify/model/test-case/need.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import type { Pages } from "#verify/relations/pages.js";
import { populate } from "#verify/resources/created/populated-list.js";
import { wholeList } from "#verify/resources/lists/known-lists.js";
import { forgetList } from "#verify/resources/lists/read-list.js";
import { withLargestPages } from "#verify/resources/lists/read-pages.js";
import { requireValidRequest } from "#verify/resources/valid-request.js";
import { confirm } from "#verify/steps/confirm.js";
import { judgedList } from "#verify/steps/judged-list.js";
import type { ListCheck } from "./list-check.js";

/** The lists of a run whose order differs at each reading. */
const withoutOrder = oncePer((_: CaseContext["run"]) => new Set<Operation>());

const LACKS_ITEMS = skipFor({ kind: "items", found: 0, wanted: 1 });

/**
 * Runs a check of a list. If it has findings, the list is read again. Findings about a list that changes are dropped unless
 * they recur. The items of a list may stay while their order differs at each reading. That is a fault if it has cursors,
 * which are useless then.
 *
 * @param places of the document that the check concerns, the first one above all
 * @throws Skipped if the list changes each time
 */
export async function withStableList(
  context: CaseContext,
  list: ListOperation,
  places: readonly string[],
  run: (check: ListCheck) => Promise<void>,
): Promise<void> {
  const { operation } = list;
  if (context.isSecondRun) await populate(context, operation);
  // Once for all test cases of the list.
  const unstable = withoutOrder(context.run);
  if (unstable.has(operation)) throw new Skipped("the order of the list differs at each reading");
  const ids = context.seen.in(operation);
  let before: ReadonlySet<string> = new Set();
  let isReordered = true;
  let tries = 0;
  /**
   * Whether an item was seen that neither reading has, and that no try before has seen. Somebody added and removed it.
   */
  const hasPassing = (...readings: readonly Pages[]) => {
    const known = new Set([...before, ...readings.flatMap((reading) => reading.ids)]);
    return [...ids].some((id) => !known.has(id));
  };
  const attempt = async () => {
    before = new Set(ids);
    const found: RecordedFinding[] = [];
    const isDoubtful = () => found.some(({ isVolatile }) => isVolatile);
    const whole = await wholeList(context, list);
    const request = withLargestPages(context, list, await requireValidRequest(context, operation));
    const check: ListCheck = { ...judgedList(context, list, places), whole };
    try {
      await context.collect(found, async () => {
        for (const page of whole.pages) context.judge(fittingPage(check, request, page));
        await run(check);
      });
    } catch (error) {
      if (error instanceof Skipped && whole.ids.length === 0 && error.needs.length === 0)
        throw new Skipped(LACKS_ITEMS);
      // Findings before the reason to skip count more.
      if (!(error instanceof Skipped) || !isDoubtful()) throw error;
    } finally {
      context.report(found);
    }
    if (!isDoubtful()) return true;
    tries += 1;
    await shift(context, list, tries - 2);
    forgetList(context, operation);
    const again = await wholeList(context, list);
    const isSame = again.ids.join() === whole.ids.join();
    isReordered &&= !isSame && again.ids.toSorted().join() === whole.ids.toSorted().join();
    return isSame && !hasPassing(whole, again);
  };
  if (await confirm(context, attempt)) return;
  if (isReordered && hasStatedCursor(list.paging)) {
    unstable.add(operation);
    context.judge([unstableOrder(judgedList(context, list, [list.paging.pointer]))]);
  }
  throw new Skipped("the list changed each time it was read");
}

/** Sends further requests. So what others do at every n-th request does not meet each try at the same place. */
async function shift(context: CaseContext, { operation }: ListOperation, requests: number): Promise<void> {
  for (let sent = 0; sent < requests; sent += 1) await context.send(await requireValidRequest(context, operation));
}
