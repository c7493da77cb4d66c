import { valueAt } from "../../../openapi/pointer.js";
import { NotVerified } from "../../case.js";
import { broken, type Look } from "./look.js";
import { largestPage, type Page, pageOf, sizeOf } from "./walk.js";

/** From the middle of the list on, the next page is what follows the cursor. */
export async function leadsOn(look: Look): Promise<void> {
  const { run, list, whole } = look;
  const { forward } = list.pagination;
  if (forward.item === undefined) {
    if (whole.pages.length < 2) throw new NotVerified("the list has one page only");
    return;
  }
  if (whole.ids.length < 3) throw new NotVerified(`the list has fewer than 3 items (${whole.ids.length})`);
  const half = Math.floor(whole.ids.length / 2);
  for (const [index, size] of [[0, 2] as const, [half, 2] as const, [0, largestPage(list)] as const]) {
    const item = whole.items[index];
    const cursor = item && valueAt(item, forward.item);
    if (cursor === undefined || size === undefined) continue;
    const page = await pageOf(run, list, { ...sizeOf(list, size), [forward.parameter]: cursor });
    if (!page) continue;
    const wanted = whole.ids.slice(index + 1, index + 1 + Math.max(1, page.ids.length));
    if (page.ids.includes(whole.ids[index] ?? "")) {
      broken(look, page, "the page holds the item that its cursor names", wanted.join(", "), page.ids.join(", "));
    } else if (wanted.some((id) => !page.ids.includes(id))) {
      broken(
        look,
        page,
        "the page is not what follows its cursor",
        wanted.join(", "),
        page.ids.join(", ") || "no items",
      );
    }
  }
  const last = whole.items.at(-1);
  const end = whole.complete && last ? valueAt(last, forward.item) : undefined;
  const beyond = end === undefined ? undefined : await pageOf(run, list, { [forward.parameter]: end });
  if (beyond && (beyond.ids.length > 0 || beyond.hasMore === true)) {
    broken(
      look,
      beyond,
      "there is something behind the last item",
      "no items, and no more",
      `${beyond.ids.length} items, has_more ${beyond.hasMore}`,
    );
  }
}

/** Going back page by page, every item is met that precedes; in which order a page shows them is not looked at. */
export async function leadsBack(look: Look): Promise<void> {
  const { run, list, whole } = look;
  const { backward } = list.pagination;
  if (!backward?.item) return;
  if (whole.ids.length < 4) throw new NotVerified(`the list has fewer than 4 items (${whole.ids.length})`);
  const first = whole.items[0];
  let index = Math.min(whole.ids.length - 1, 7);
  const size = Math.max(2, Math.floor(index / 2));
  for (let steps = 0; index > 0 && steps <= 8; steps += 1) {
    const item = whole.items[index];
    const cursor = item && valueAt(item, backward.item);
    if (cursor === undefined) return;
    const page = await pageOf(run, list, { ...sizeOf(list, size), [backward.parameter]: cursor });
    if (!page) return;
    if (!precedes(look, page, whole.ids, index)) return;
    index -= page.ids.length;
    // With items on both sides, more exist in whichever direction it is meant.
    if (page.hasMore === false && index > 0) {
      broken(
        look,
        page,
        "the page says that there is no more, and there is before it and behind it",
        "has_more true",
        "has_more false",
      );
      return;
    }
  }
  const start = first && valueAt(first, backward.item);
  const beyond = start === undefined ? undefined : await pageOf(run, list, { [backward.parameter]: start });
  if (beyond && beyond.ids.length > 0) {
    broken(look, beyond, "there is something before the first item", "no items", beyond.ids.join(", "));
  }
}

/** Whether a page holds just what stands directly before the item of an index; if not, that is a finding. */
export function precedes(look: Look, page: Page, ids: readonly string[], index: number): boolean {
  const count = Math.max(1, page.ids.length);
  const wanted = ids.slice(Math.max(0, index - count), index);
  const received = page.ids.join(", ") || "no items";
  if (page.ids.includes(ids[index] ?? "")) {
    broken(look, page, "the page holds the item that its cursor names", wanted.join(", "), received);
    return false;
  }
  if (page.ids.length > wanted.length || wanted.some((id) => !page.ids.includes(id))) {
    broken(look, page, "the page is not what precedes its cursor", wanted.join(", "), received);
    return false;
  }
  return true;
}
