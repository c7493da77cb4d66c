import type { Json } from "../../../openapi/document.js";
import { valueAt } from "../../../openapi/pointer.js";
import { NotVerified } from "../../case.js";
import { broken, type Look } from "./look.js";
import { largestPage, type Page, pageOf, sizeOf, type Walk, walkForward } from "./walk.js";

export async function meetsEveryItemOnce(look: Look): Promise<void> {
  const { run, list, whole } = look;
  if (whole.ids.length < 2) throw new NotVerified(`the list has fewer than 2 items (${whole.ids.length})`);
  checkOnce(look, whole);
  checkEnd(look, whole);
  const small = Math.max(1, Math.min(Math.ceil(whole.ids.length / 3), largestPage(list) ?? 10));
  if (list.pagination.pageSize !== undefined) {
    const walk = await walkForward(run, list, sizeOf(list, small));
    checkOnce(look, walk);
    checkEnd(look, walk);
    if (walk.complete && whole.complete) checkSame(look, whole.ids, walk.ids, `pages of ${small}`, walk.pages.at(-1));
    await checkBoundaries(look);
  }
  // `has_more` false is true to the facts only if nothing lies beyond.
  const last = whole.pages.at(-1);
  if (whole.complete && last?.next !== undefined && last.hasMore === false) {
    const beyond = await pageOf(run, list, { ...sizeOf(list, small), [list.pagination.forward.parameter]: last.next });
    if (beyond && beyond.ids.length > 0) {
      broken(
        look,
        last,
        "the page says that there is no more, and there is",
        "no items beyond it",
        `${beyond.ids.length} items beyond it`,
      );
    }
  }
  if (!whole.complete) {
    throw new NotVerified(`the list has more than ${whole.ids.length} items, and was not walked to its end`);
  }
}

export function checkOnce(look: Look, { ids, pages }: Walk): void {
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length === 0) return;
  const page = pages.findLast((each) => each.ids.some((id) => twice.includes(id)));
  broken(look, page, "an item is met twice", "every item once", `${twice[0]} more than once, on ${pages.length} pages`);
}

/** Where more is announced, more comes. */
export function checkEnd(look: Look, { pages }: Walk): void {
  for (const [index, page] of pages.entries()) {
    const following = pages[index + 1];
    if (page.hasMore === true && following && following.ids.length === 0) {
      broken(
        look,
        page,
        "the page says that there is more, and there is not",
        "has_more false",
        "has_more true, and an empty page behind it",
      );
    }
    if (page.hasMore === true && page.ids.length === 0) {
      broken(
        look,
        page,
        "the page is empty, and says that there is more",
        "items, or has_more false",
        "no items, has_more true",
      );
    }
  }
}

export function checkSame(
  look: Look,
  wanted: readonly string[],
  found: readonly string[],
  how: string,
  page: Page | undefined,
): void {
  const lost = wanted.filter((id) => !found.includes(id));
  const extra = found.filter((id) => !wanted.includes(id));
  if (lost.length === 0 && extra.length === 0) return;
  const received =
    lost.length > 0 ? `${lost[0]} is missing (${found.length} of ${wanted.length})` : `${extra[0]} is there besides`;
  broken(look, page, `${how} do not meet the same items`, `the ${wanted.length} items of the list`, received);
}

/** The last items one by one: what says that there is more, and what does not, is told apart by one item. */
async function checkBoundaries(look: Look): Promise<void> {
  const { run, list, whole } = look;
  const { forward } = list.pagination;
  const count = whole.ids.length;
  const cursor = (index: number) => {
    const item = whole.items[index];
    return forward.item === undefined || !item ? undefined : valueAt(item, forward.item);
  };
  const rows: { query: Record<string, Json>; more: boolean; ids: string[] }[] = [];
  const largest = largestPage(list) ?? count;
  if (whole.complete && count <= largest) rows.push({ query: sizeOf(list, count), more: false, ids: whole.ids });
  if (whole.complete && count - 1 <= largest)
    rows.push({ query: sizeOf(list, count - 1), more: true, ids: whole.ids.slice(0, -1) });
  const [second, third] = [cursor(count - 2), cursor(count - 3)];
  if (whole.complete && second !== undefined)
    rows.push({ query: { ...sizeOf(list, 1), [forward.parameter]: second }, more: false, ids: whole.ids.slice(-1) });
  if (whole.complete && third !== undefined)
    rows.push({ query: { ...sizeOf(list, 1), [forward.parameter]: third }, more: true, ids: whole.ids.slice(-2, -1) });
  for (const { query, more, ids } of rows) {
    const page = await pageOf(run, list, query);
    if (!page) continue;
    // A server may give fewer than asked for, and then more is to come.
    const full = page.ids.length === ids.length;
    if (page.hasMore !== undefined && full && page.hasMore !== more) {
      broken(
        look,
        page,
        `the page says that there is ${page.hasMore ? "more, and there is not" : "no more, and there is"}`,
        `has_more ${more}`,
        `has_more ${page.hasMore}`,
      );
    }
    if (full && page.ids.some((id) => !ids.includes(id)))
      checkSame(look, ids, page.ids, "the items at the end of the list", page);
  }
}
