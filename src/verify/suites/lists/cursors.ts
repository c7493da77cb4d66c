import { namesItem } from "#statements/paging/paging.js";
import { skipFor } from "#verify/model/test-case/need.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { type Page, pageSizes, queryBeside, sizedBy } from "#verify/resources/lists/read-pages.js";
import { broken } from "#verify/rules/sentence.js";
import { partOf } from "./completeness.js";
import { hasMoreFinding, type ListCheck, pageFinding, readBeside, readPage } from "./list-check.js";

/** Items exist on both sides of the page, so more exist in whichever direction `has_more` looks. */
export const BEFORE_AND_AFTER = "no-more-items-announced-in-the-middle";

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
    if (page) expectNeighbors(check, page, whole.ids, index, "follow");
  }
  const beyond = whole.isComplete ? await readBeside(check, paging.next, whole.items.at(-1)) : undefined;
  if (beyond && (beyond.ids.length > 0 || beyond.hasMore === true)) {
    check.context.fail(
      pageFinding(check, {
        about: { list: beyond.ids.length > 0 ? "cursor" : "more items" },
        ...broken("list-does-not-end-after-last-item", {}),
        expected: "no items, has_more false",
        received: `${beyond.ids.length} items, has_more ${beyond.hasMore}`,
      }),
      beyond.exchange,
    );
  }
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
    if (!page || !expectNeighbors(check, page, whole.ids, index, "precede")) return;
    index -= page.ids.length;
    if (page.hasMore === false && index > 0)
      return check.context.fail(hasMoreFinding(check, page, BEFORE_AND_AFTER), page.exchange);
  }
  const beyond = await readBeside(check, paging.previous, whole.items[0]);
  if (beyond && beyond.ids.length > 0) {
    check.context.fail(
      pageFinding(check, {
        about: { list: "backward cursor" },
        ...broken("page-before-first-item-not-empty", {}),
        expected: "no items",
        received: beyond.ids.join(", "),
      }),
      beyond.exchange,
    );
  }
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
  // A page may have fewer items than were requested.
  if (!page || (page.ids.length > 0 && page.ids.every((id) => first.ids.includes(id)))) return;
  check.context.fail(
    pageFinding(check, {
      basis: list.paging.basis,
      about: { list: "backward cursor" },
      ...broken("second-page-does-not-lead-back", {}),
      expected: first.ids.join(", "),
      received: page.ids.join(", ") || "no items",
    }),
    page.exchange,
  );
}

/**
 * Checks that a page has the items directly before or after an item, and not the item.
 *
 * @param ids of the list, in its order
 * @param index of the item in the list
 * @returns whether it has
 */
export function expectNeighbors(
  check: ListCheck,
  page: Page,
  ids: readonly string[],
  index: number,
  direction: "precede" | "follow",
): boolean {
  const count = Math.max(1, page.ids.length);
  const [start, end] = direction === "follow" ? [index + 1, index + 1 + count] : [Math.max(0, index - count), index];
  const wanted = ids.slice(start, end);
  const isIncluded = page.ids.includes(ids[index] ?? "");
  const hasOthers = direction === "precede" && page.ids.length > wanted.length;
  if (!isIncluded && !hasOthers && wanted.every((id) => page.ids.includes(id))) return true;
  check.context.fail(
    pageFinding(check, {
      about: { list: direction === "precede" ? "backward cursor" : "cursor" },
      ...(isIncluded ? broken("cursor-item-included", {}) : broken("page-beside-wrong-item", { direction })),
      expected: wanted.join(", "),
      received: page.ids.join(", ") || "no items",
    }),
    page.exchange,
  );
  return false;
}
