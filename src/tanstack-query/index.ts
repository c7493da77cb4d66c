/** Options for TanStack Query from a generated client. They serve the package of every framework. */

import type { AnyInput } from "../client/input.js";
import type { PagingDescriptor } from "../client/operation.js";
import type { CallOptions } from "../client/options.js";
import { announcesMore, cursorAfter, type Direction } from "../client/paging/cursor.js";
import { type AnyResult, unwrap } from "../client/result.js";
import type { Key, PageParam, Queries, QueryCallOptions } from "./types.js";

export type {
  InfiniteQueryOptions,
  Key,
  MutationOptions,
  OperationQueries,
  PagedOperationQueries,
  PageParam,
  Queries,
  QueryOptions,
  SkippableQueryOptions,
} from "./types.js";

type AnyCall = ((input?: AnyInput, options?: CallOptions) => Promise<AnyResult>) & { paging?: PagingDescriptor };

/**
 * Makes query, infinite-query and mutation options for every operation of a client.
 *
 * A key is `[operation, input]`, for an infinite query `[operation, input, "infinite"]`. TanStack Query matches keys by
 * their beginning and objects by their fields, so `key()` matches all queries of an operation, and `key({ path })` those
 * of one resource.
 */
export function queriesOf<Client extends object>(client: Client): Queries<Client>;
export function queriesOf(client: Record<string, AnyCall>): unknown {
  const calls = Object.entries(client).filter(([name]) => name !== "use" && name !== "eject");
  return Object.fromEntries(calls.map(([name, call]) => [name, operationQueries(name, call)]));
}

function operationQueries(name: string, call: AnyCall) {
  const retry = () => false;
  const key = (input?: AnyInput): Key => (input === undefined ? [name] : [name, input]);
  const options = {
    key,
    // The symbol is `skipToken`, which is not imported, because the package of TanStack Query is not part of the client.
    query: (input: AnyInput | symbol = {}, callOptions: QueryCallOptions = {}) =>
      typeof input === "symbol"
        ? { queryKey: key(), queryFn: input, retry }
        : {
            queryKey: key(input),
            queryFn: async ({ signal }: { signal: AbortSignal }) =>
              unwrap(await call(input, { ...callOptions, signal })),
            retry,
          },
    mutation: (callOptions?: CallOptions) => ({
      mutationKey: key(),
      mutationFn: async (input?: AnyInput) => unwrap(await call(input, callOptions)),
      retry,
    }),
  };
  const { paging } = call;
  if (!paging) return options;
  const infiniteQuery = (input: AnyInput = {}, callOptions: QueryCallOptions = {}) => ({
    queryKey: [...key(input), "infinite"],
    queryFn: async ({ signal, pageParam }: { signal: AbortSignal; pageParam: PageParam }) =>
      unwrap(await call(pageInput(input, paging, pageParam), { ...callOptions, signal })),
    initialPageParam: {},
    getNextPageParam: (page: unknown, _: unknown, param: PageParam) =>
      paramAfter(page, paging, "forward", { ...input.query, ...param }),
    getPreviousPageParam: (page: unknown, _: unknown, param: PageParam) =>
      paramAfter(page, paging, "backward", { ...input.query, ...param }),
    retry,
  });
  return { ...options, infiniteQuery };
}

/** The input of another page. The cursors of the first page do not apply to it. */
function pageInput(input: AnyInput, { forward, backward }: PagingDescriptor, pageParam: PageParam): AnyInput {
  if (Object.keys(pageParam).length === 0) return input;
  const query = Object.entries(input.query ?? {}).filter(
    ([name]) => name !== forward.parameter && name !== backward?.parameter,
  );
  return { ...input, query: { ...Object.fromEntries(query), ...pageParam } };
}

/**
 * The parameters of the page after a page in a direction; undefined at the end of the list. A page that was requested in
 * the other direction always has a neighbor there, namely the page with the cursor of the request.
 *
 * @param query the query parameters of the page
 */
function paramAfter(
  page: unknown,
  paging: PagingDescriptor,
  direction: Direction,
  query: PageParam,
): PageParam | undefined {
  const described = paging[direction];
  const cursor = cursorAfter(page, paging, direction);
  if (!described || cursor === undefined) return undefined;
  const isRequested = (cursorOf: Direction) => query[paging[cursorOf]?.parameter ?? ""] !== undefined;
  const requested: Direction = isRequested("backward") ? "backward" : "forward";
  const hasMore =
    direction === requested ? announcesMore(page, paging) : described.item === undefined || isRequested(requested);
  return (hasMore ?? true) ? { [described.parameter]: cursor } : undefined;
}
