import { namesItem } from "#statements/paging/paging.js";
import { endAfterLast, middleAnnounced, neighborsOf, startBeforeFirst, wayBack } from "#verify/judges/lists/cursors.js";
import { skipFor } from "#verify/model/test-case/need.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { pageSizes, queryBeside, sizedBy } from "#verify/resources/lists/read-pages.js";
import { type ListCheck, partOf, readBeside, readPage } from "./list-check.js";

/** The forward cursor yields the items after its item, without it. */
export async function yieldsFollowingItems(check: ListCheck): Promise<void> {
  const { context, list, whole } = check;
  const { paging } = list;
  if (!namesItem(paging.next)) {
    if (whole.pages.length < 2) throw new Skipped("the list has one page only");
    return;
  }
  if (whole.ids.length < 3) throw new Skipped(skipFor({ kind: "items", found: whole.ids.length, wanted: 3 }));
  const middle = Math.floor(whole.ids.length / 2);
  const { minimum, maximum } = pageSizes(context, list);
  const small = Math.max(minimum, 2);
  for (const [index, size] of [[0, small] as const, [middle, small] as const, [0, maximum] as const]) {
    if (size === undefined) continue;
    const page = await readBeside(check, paging.next, whole.items[index], sizedBy(paging, size));
    if (page) context.judge(neighborsOf(check, page, whole.ids, index, "follow"));
  }
  const beyond = whole.isComplete ? await readBeside(check, paging.next, whole.items.at(-1)) : undefined;
  if (beyond) context.judge(endAfterLast(check, beyond));
}

/** The backward cursor yields the items before its item, without it. The order within a page is not checked. */
export async function yieldsPrecedingItems(check: ListCheck): Promise<void> {
  const { context, list, whole } = check;
  const { paging } = list;
  if (!namesItem(paging.previous)) return leadsBack(check);
  if (whole.ids.length < 4) throw new Skipped(skipFor({ kind: "items", found: whole.ids.length, wanted: 4 }));
  let index = Math.min(whole.ids.length - 1, 7);
  const size = Math.max(2, pageSizes(context, list).minimum, Math.floor(index / 2));
  for (let steps = 0; index > 0 && steps <= 8; steps += 1) {
    const page = await readBeside(check, paging.previous, whole.items[index], sizedBy(paging, size));
    if (!page || !context.judge(neighborsOf(check, page, whole.ids, index, "precede"))) return;
    index -= page.ids.length;
    if (!context.judge(middleAnnounced(check, page, index))) return;
  }
  const beyond = await readBeside(check, paging.previous, whole.items[0]);
  if (beyond) context.judge(startBeforeFirst(check, beyond));
}

/** The second page leads back to the first one, by a cursor or an address that it shows. */
async function leadsBack(check: ListCheck): Promise<void> {
  const { list, whole } = check;
  const size = sizedBy(list.paging, partOf(check, whole.ids.length));
  const first = await readPage(check, size);
  const second = first && first.next.length > 0 ? await readPage(check, [...size, ...first.next]) : undefined;
  if (!first || !second || first.ids.length === 0 || second.ids.length === 0) {
    throw new Skipped("the list has one page only");
  }
  const back = queryBeside(list, { parameters: [] }, second.exchange, "backward");
  if (back.length === 0) throw new Skipped("the second page does not show how to request the one before");
  const page = await readPage(check, [...size, ...back]);
  if (page) check.context.judge(wayBack(check, first, page));
}
