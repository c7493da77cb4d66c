import { CallFailure } from "./failure.js";
import type { AnyInput } from "./input.js";
import type { OperationDescriptor, PagingDescriptor } from "./operation.js";
import { type AnyResult, unwrap } from "./result.js";

/**
 * Fetches a list page by page as the contract declares its paging: forward, or backward if the input has the parameter
 * for that direction.
 *
 * @throws CallFailure as `unwrap` does; `StalledPaging` if a page announces more without a new cursor
 */
export async function* pages(
  call: (input: AnyInput) => Promise<AnyResult>,
  { method, path }: OperationDescriptor,
  { items, hasMore, forward, backward }: PagingDescriptor,
  input: AnyInput = {},
): AsyncGenerator<unknown> {
  const isBackward = backward !== undefined && input.query?.[backward.parameter] !== undefined;
  const { parameter, item, body } = isBackward ? backward : forward;
  const visited = new Set<unknown>();
  let query = { ...input.query };
  for (;;) {
    const page = unwrap(await call({ ...input, query }));
    yield page;
    const listed = at(page, items);
    const list: unknown[] = Array.isArray(listed) ? listed : [];
    const cursor = item ? at(list.at(isBackward ? 0 : -1), item) : at(page, body ?? []);
    const isMissing = cursor === undefined || cursor === null || cursor === "";
    if (hasMore ? at(page, hasMore) !== true : isMissing) return;
    if (isMissing || visited.has(cursor)) {
      throw new CallFailure(
        "StalledPaging",
        `${method.toUpperCase()} ${path}`,
        `the page announces more, but \`${parameter}\` would be ${JSON.stringify(cursor)}${isMissing ? "" : " again"}.`,
      );
    }
    visited.add(cursor);
    query = { ...query, [parameter]: cursor };
  }
}

/** The items of all pages. */
export async function* items(allPages: AsyncGenerator<unknown>, pointer: readonly string[]): AsyncGenerator<unknown> {
  for await (const page of allPages) {
    const list = at(page, pointer);
    if (Array.isArray(list)) yield* list;
  }
}

function at(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (node, name) => (typeof node === "object" && node !== null ? Reflect.get(node, name) : undefined),
    value,
  );
}
