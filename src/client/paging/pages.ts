import { CallFailure } from "../failure.js";
import type { AnyInput } from "../input.js";
import type { OperationDescriptor, PagingDescriptor } from "../operation.js";
import { type AnyResult, unwrap } from "../result.js";
import { announcesMore, cursorAfter, itemsOf } from "./cursor.js";

/**
 * Fetches a list page by page as the contract declares its paging: forward, or backward if the input has the parameter
 * for that direction.
 *
 * @throws CallFailure as `unwrap` does; `StalledPaging` if a page announces more without a new cursor
 */
export async function* pages(
  call: (input: AnyInput) => Promise<AnyResult>,
  { method, path }: OperationDescriptor,
  paging: PagingDescriptor,
  input: AnyInput = {},
): AsyncGenerator<unknown> {
  const { backward, forward } = paging;
  const direction = backward && input.query?.[backward.parameter] !== undefined ? "backward" : "forward";
  const { parameter } = paging[direction] ?? forward;
  const visited = new Set<unknown>();
  let query = { ...input.query };
  for (;;) {
    const page = unwrap(await call({ ...input, query }));
    yield page;
    const cursor = cursorAfter(page, paging, direction);
    if (!(announcesMore(page, paging) ?? cursor !== undefined)) return;
    if (cursor === undefined || visited.has(cursor)) {
      const message = `the page announces more, but has no new \`${parameter}\`.`;
      throw new CallFailure("StalledPaging", `${method.toUpperCase()} ${path}`, message);
    }
    visited.add(cursor);
    query = { ...query, [parameter]: cursor };
  }
}

/** The items of all pages. */
export async function* items(allPages: AsyncGenerator<unknown>, paging: PagingDescriptor): AsyncGenerator<unknown> {
  for await (const page of allPages) yield* itemsOf(page, paging);
}
