import { CallFailure } from "../failure.js";
import type { AnyInput } from "../input.js";
import type { OperationDescriptor, PagingDescriptor } from "../operation.js";
import { type AnyResult, unwrap } from "../result.js";
import { announcesMore, directionOf, itemsOf, parametersBeside, withParameters } from "./steps.js";

/**
 * Fetches a list page by page as its paging is described: forward, or backward if the input has the parameter for that
 * direction alone.
 *
 * @throws CallFailure as `unwrap` does; `StalledPaging` if a page announces more and leads to no new page
 */
export async function* pages(
  call: (input: AnyInput) => Promise<AnyResult>,
  { method, path }: OperationDescriptor,
  paging: PagingDescriptor,
  input: AnyInput = {},
): AsyncGenerator<unknown> {
  const direction = directionOf(input, paging);
  const isCounted = paging.forward.first !== undefined;
  const visited = new Set<string>();
  let wanted = input;
  for (let last = ""; ; ) {
    const result = await call(wanted);
    // A server may reject a number beyond the last page, or repeat that page.
    if (isCounted && last && (result.status === 404 || result.status === 416)) return;
    const body = unwrap(result);
    if (isCounted) {
      const text = JSON.stringify(body);
      if (text === last) return;
      last = text;
    }
    yield body;
    const page = { body, headers: result.response?.headers, input: wanted };
    const parameters = parametersBeside(page, paging, direction);
    if (!(announcesMore(body, paging) ?? parameters)) return;
    const text = JSON.stringify(parameters);
    if (!parameters || visited.has(text)) {
      const name = paging[direction]?.parameter;
      const message = `the page announces more, but has no new ${name === undefined ? "address" : `\`${name}\``}.`;
      throw new CallFailure("StalledPaging", `${method.toUpperCase()} ${path}`, message);
    }
    visited.add(text);
    wanted = withParameters(wanted, paging, parameters);
  }
}

/** The items of all pages. */
export async function* items(allPages: AsyncGenerator<unknown>, paging: PagingDescriptor): AsyncGenerator<unknown> {
  for await (const page of allPages) yield* itemsOf(page, paging);
}
