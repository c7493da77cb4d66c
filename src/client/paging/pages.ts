import { CallFailure } from "../failure.js";
import type { AnyInput } from "../input.js";
import type { OperationDescriptor, PagingDescriptor } from "../operation.js";
import { type AnyResult, unwrap } from "../result.js";
import { announcesMore, directionOf, itemsOf, parametersBeside, withParameters } from "./steps.js";

/**
 * Fetches a list page by page as its paging is described. It goes backward if the input has only the parameter for that
 * direction.
 *
 * @throws CallFailure as `unwrap` does; `StalledPaging` if a page announces more and leads to no new page
 */
export async function* pages(
  call: (input: AnyInput) => Promise<AnyResult>,
  { method, path, extras }: OperationDescriptor,
  paging: PagingDescriptor,
  input: AnyInput = {},
): AsyncGenerator<unknown> {
  const direction = directionOf(input, paging);
  const isCounted = paging.forward.first !== undefined;
  const seen = new Set<string>();
  const isSeen = (value: unknown) => seen.size === seen.add((extras?.json ?? JSON).stringify(value)).size;
  for (let wanted = input; ; ) {
    const result = await call(wanted);
    // A server may reject a number beyond the last page, or repeat that page.
    if (isCounted && seen.size > 0 && [404, 416].includes(result.status ?? 0)) return;
    const body = unwrap(result);
    if (isCounted && isSeen(itemsOf(body, paging))) return;
    yield body;
    const parameters = parametersBeside(body, paging, direction, wanted, result.response?.headers);
    if (!(announcesMore(body, paging) ?? parameters)) return;
    if (!parameters || (!isCounted && isSeen(parameters))) {
      const name = paging[direction]?.parameter;
      const message = `the page announces more, but has no new ${name ? `\`${name}\`` : "address"}.`;
      throw new CallFailure("StalledPaging", `${method.toUpperCase()} ${path}`, message);
    }
    wanted = withParameters(wanted, paging, parameters);
  }
}

/** The items of all pages. */
export async function* items(allPages: AsyncGenerator<unknown>, paging: PagingDescriptor): AsyncGenerator<unknown> {
  for await (const page of allPages) yield* itemsOf(page, paging);
}
