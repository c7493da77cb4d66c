import { listingOf } from "#statements/resources/resource.js";
import { itemsFor } from "#verify/judges/life-cycle/listed.js";
import { besideCursor } from "#verify/judges/lists/cursors.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import type { Listing } from "#verify/resources/lists/read-list.js";
import { besideItem, pageOf, withParameters } from "#verify/resources/lists/read-pages.js";
import { confirm } from "#verify/steps/confirm.js";
import { judgedList } from "#verify/steps/judged-list.js";

/**
 * The page after the first of two resources has the second one, where the list has them side by side. The run created both, so
 * they may have the same time.
 */
export async function expectPageBetween(
  context: CaseContext,
  created: Created,
  neighbor: Created,
  listing: Listing,
): Promise<void> {
  const list = listingOf(created.resource);
  const request = list && resourceRequest(context, list.operation, created.outer);
  const placeOf = (own: Created) => listing.items.findIndex((item) => itemsFor({ items: [item] }, own).length > 0);
  const [first = -1, second = -1] = [created, neighbor].map(placeOf).toSorted((one, other) => one - other);
  const beside = besideItem(list?.paging.next, listing.items[first]);
  const id = listing.ids[second];
  if (!list || !request || !beside || first < 0 || second !== first + 1 || id === undefined) return;
  const judged = judgedList(context, list, [list.paging.pointer]);
  await confirm(context, async () => {
    const query = withParameters({ ...request, writtenWith: created.create.security }, beside);
    const page = await pageOf(context, list, query, await context.send(query), anyResponse);
    if (page) context.judge(besideCursor(judged, page, id));
    return true;
  });
}
