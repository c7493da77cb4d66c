import { type Direction, valueIn } from "../../statements/paging/page-kind.js";
import { CallFailure } from "../failure.js";
import type { AnyInput } from "../input.js";
import type { OperationDescriptor, PagingDescriptor } from "../operation.js";
import { type AnyResult, unwrap } from "../result.js";
import { itemsOf, parametersBeside } from "./steps.js";

/**
 * Fetches a list page by page as its paging is described.
 *
 * @throws CallFailure as `unwrap` does; `StalledPaging` if a page announces more and leads to no new page
 */
export async function* pages(
  call: (input: AnyInput) => Promise<AnyResult>,
  { method, path, extras }: OperationDescriptor,
  paging: PagingDescriptor,
  input: AnyInput = {},
): AsyncGenerator<unknown> {
  const { hasMore, turn, isLast } = paging;
  const direction: Direction = turn?.(input, paging) ?? "forward";
  const seen = new Set<string>();
  const isSeen = (value: unknown) => seen.size === seen.add((extras?.json ?? JSON).stringify(value)).size;
  for (let wanted = input; ; ) {
    const result = await call(wanted);
    if (isLast?.(result, paging, isSeen, wanted === input)) return;
    const body = unwrap(result);
    yield body;
    const parameters = parametersBeside(body, paging, direction, wanted, result.response?.headers);
    if (hasMore ? valueIn(body, hasMore) !== true : !parameters) return;
    if (!parameters || (!isLast && isSeen(parameters))) {
      const message = "no next page, but more is announced.";
      throw new CallFailure("StalledPaging", `${method} ${path}`, message);
    }
    wanted = paging.change?.(wanted, paging, parameters) ?? { ...wanted, query: { ...wanted.query, ...parameters } };
  }
}

/** Whether a counted page is beyond the last one: a server may reject its number, or repeat the page before. */
export const isBeyondLast: NonNullable<PagingDescriptor["isLast"]> = (result, paging, isSeen, isFirst) =>
  result.ok ? isSeen(itemsOf(result.data, paging)) : !isFirst && /404|416/.test(`${result.status}`);

/** The items of all pages. */
export async function* items(allPages: AsyncGenerator<unknown>, paging: PagingDescriptor): AsyncGenerator<unknown> {
  for await (const page of allPages) yield* itemsOf(page, paging);
}
