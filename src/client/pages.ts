import { CallFailure } from "./failure.js";
import type { AnyInput } from "./input.js";
import type { OperationDescriptor, PagingDescriptor } from "./operation.js";
import { type AnyResult, unwrap } from "./result.js";

/**
 * Walks a list page by page as the contract declares its paging: forward, or back if the input has the parameter that
 * leads back.
 *
 * @throws CallFailure as `unwrap`; `StalledPaging` if a page promises more without a new place to go on from
 */
export async function* pages(
  call: (input: AnyInput) => Promise<AnyResult>,
  { method, path }: OperationDescriptor,
  { items, hasMore, forward, backward }: PagingDescriptor,
  input: AnyInput = {},
): AsyncGenerator<unknown> {
  const back = backward !== undefined && input.query?.[backward.parameter] !== undefined;
  const { parameter, item, body } = back ? backward : forward;
  const visited = new Set<unknown>();
  let query = { ...input.query };
  for (;;) {
    const page = unwrap(await call({ ...input, query }));
    yield page;
    const listed = at(page, items);
    const list: unknown[] = Array.isArray(listed) ? listed : [];
    const cursor = item ? at(list.at(back ? 0 : -1), item) : at(page, body ?? []);
    const none = cursor === undefined || cursor === null || cursor === "";
    if (hasMore ? at(page, hasMore) !== true : none) return;
    if (none || visited.has(cursor)) {
      throw new CallFailure(
        "StalledPaging",
        `${method.toUpperCase()} ${path}`,
        `promises more, but not where: \`${parameter}\` would be ${JSON.stringify(cursor)}${none ? "" : " again"}.`,
      );
    }
    visited.add(cursor);
    query = { ...query, [parameter]: cursor };
  }
}

/** The items of a list, page after page. */
export async function* items(walk: AsyncGenerator<unknown>, pointer: readonly string[]): AsyncGenerator<unknown> {
  for await (const page of walk) {
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
