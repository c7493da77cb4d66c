import type { CursorDescriptor, PagingDescriptor } from "../operation.js";

/** A direction of paging. */
export type Direction = "backward" | "forward";

/**
 * The cursor of the next page in a direction, as the contract declares it.
 *
 * @param page the body of the last page in that direction
 * @returns undefined if the page has none, as on the last page of a list without `hasMore`
 */
export function cursorAfter(page: unknown, paging: PagingDescriptor, direction: Direction): unknown {
  const { item, body }: Partial<CursorDescriptor> = paging[direction] ?? {};
  const list = itemsOf(page, paging);
  const cursor = item ? at(list.at(direction === "backward" ? 0 : -1), item) : body && at(page, body);
  return cursor === null || cursor === "" ? undefined : cursor;
}

/** Whether a page announces another one in the direction in which it was requested; undefined if the contract has no field for it. */
export function announcesMore(page: unknown, { hasMore }: PagingDescriptor): boolean | undefined {
  return hasMore && at(page, hasMore) === true;
}

/** The items of a page; none if they are missing. */
export function itemsOf(page: unknown, { items }: PagingDescriptor): unknown[] {
  const list = at(page, items);
  return Array.isArray(list) ? list : [];
}

function at(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>((node, name) => {
    const members: Record<string, unknown> = Object(node);
    return members[name];
  }, value);
}
