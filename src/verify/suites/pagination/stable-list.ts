import { pointerTo } from "#openapi/document/pointer.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { requireValidRequest } from "#verify/resources/valid-request.js";
import { confirm } from "#verify/steps/confirm.js";
import { type Page, type PagedList, type Pages, seenIn, wholeList } from "./list-reader.js";

/** The data of a check that compares pages of a list. */
export interface ListCheck {
  context: CaseContext;
  list: PagedList;
  /** The list in pages of the maximum size. */
  whole: Pages;
  /** The places of the document that the check concerns, the first one above all. */
  places: readonly string[];
}

/**
 * Runs a check of a list. If it has findings, the list is read again: findings about a list that changes are dropped unless
 * they recur. A list whose items stay but whose order differs at each reading is a failure, because cursors are useless in
 * it.
 *
 * @throws Skipped if the list changes each time
 */
export async function withStableList(
  context: CaseContext,
  list: PagedList,
  check: (whole: Pages) => Promise<void>,
): Promise<void> {
  const { shared, findings } = context;
  const { id, pointer } = list.operation;
  let isReordered = true;
  let tries = 0;
  // Once for all test cases of the list.
  const unstable = await shared.get<{ isFound: boolean }>(`unstable order of ${id}`, async () => ({ isFound: false }));
  if (unstable.isFound) throw new Skipped("the order of the list differs at each reading");
  const ids = seenIn(context, list);
  /** Whether an item was seen that neither reading has, and that no try before has seen: somebody added and removed it. */
  const hasPassing = (...readings: readonly Pages[]) => {
    const known = new Set([...before, ...readings.flatMap((reading) => reading.ids)]);
    return [...ids].some((id) => !known.has(id));
  };
  let before: ReadonlySet<string> = new Set();
  const isConfirmed = await confirm(context, async () => {
    before = new Set(ids);
    const whole = await wholeList(context, list);
    const found = findings.length;
    await check(whole).catch((error: unknown) => {
      // Findings before the reason to skip count more.
      if (!(error instanceof Skipped) || findings.length === found) throw error;
    });
    if (findings.length === found) return true;
    tries += 1;
    await shift(context, list, tries - 2);
    shared.invalidate(`whole ${id}`);
    const again = await wholeList(context, list);
    const isSame = again.ids.join() === whole.ids.join();
    isReordered &&= !isSame && again.ids.toSorted().join() === whole.ids.toSorted().join();
    return isSame && !hasPassing(whole, again);
  });
  if (isConfirmed) return;
  if (isReordered) {
    unstable.isFound = true;
    failPage({ context, list, places: [pointerTo(pointer, "x-pagination", "forward")] }, undefined, {
      message: "the order of the list differs at each reading",
      expected: "the same order at each reading",
      received: "another order at each reading",
    });
  }
  throw new Skipped("the list changed each time it was read");
}

/** Sends further requests, so that what others do at every n-th request does not meet each try at the same place. */
async function shift(context: CaseContext, { operation }: PagedList, requests: number): Promise<void> {
  for (let sent = 0; sent < requests; sent += 1) await context.send(await requireValidRequest(context, operation));
}

/** Adds a finding about a page of a list. */
export function failPage(
  { context, list, places }: Omit<ListCheck, "whole">,
  page: Page | undefined,
  facts: Record<"message" | "expected" | "received", string>,
): void {
  const place = places[0] ?? list.operation.pointer;
  context.fail({ check: "pagination", place, places: [places], ...facts, isVolatile: true }, page?.exchange);
}

/** Adds a finding for a page whose `hasMore` is wrong. */
export function failHasMore(check: Omit<ListCheck, "whole">, page: Page, facts = ""): void {
  const claim = page.hasMore ? "more items exist, but none exist" : "no more items exist, but more exist";
  failPage(check, page, {
    message: `the page says that ${claim}${facts}`,
    expected: `has_more ${!page.hasMore}`,
    received: `has_more ${page.hasMore}`,
  });
}
