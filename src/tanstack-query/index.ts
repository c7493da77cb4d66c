/** Options for TanStack Query from a generated client. They serve the package of every framework. */

import type { AnyInput } from "../client/input.js";
import type { PagingDescriptor } from "../client/operation.js";
import type { CallOptions } from "../client/options.js";
import {
  announcesMore,
  directionOf,
  itemsOf,
  parametersBeside,
  sentFor,
  withParameters,
} from "../client/paging/steps.js";
import { type AnyResult, unwrap } from "../client/result.js";
import type { Direction } from "../statements/paging/page-kind.js";
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
 * their beginning and objects by their fields. So `key()` matches all queries of an operation, and `key({ path })` those of
 * one resource.
 */
export function queriesOf<Client extends object>(client: Client): Queries<Client>;
export function queriesOf(client: Record<string, AnyCall>): unknown {
  const calls = Object.entries(client).filter(([name]) => name !== "use" && name !== "eject");
  return Object.fromEntries(calls.map(([name, call]) => [name, operationQueries(name, call)]));
}

function operationQueries(name: string, call: AnyCall) {
  const retry = () => false;
  const key = (input?: AnyInput): Key => (input === undefined ? [name] : [name, withoutBigInt(input)]);
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
  const infiniteQuery = (input: AnyInput = {}, callOptions: QueryCallOptions = {}) => {
    const beside = (direction: Direction) => (body: unknown, _: unknown, param: PageParam) =>
      paramBeside(body, paging, direction, withParameters(input, paging, param));
    const next = beside("forward");
    return {
      queryKey: [...key(input), "infinite"],
      queryFn: async ({ signal, pageParam }: { signal: AbortSignal; pageParam: PageParam }) => {
        const result = await call(pageInput(input, paging, pageParam), { ...callOptions, signal });
        const data = unwrap(result);
        if (Object(data) === data && result.response) headersOf.set(Object(data), result.response.headers);
        return data;
      },
      initialPageParam: {},
      getNextPageParam: (body: unknown, all: unknown[], param: PageParam) =>
        isRepeated(all, paging) ? undefined : next(body, all, param),
      getPreviousPageParam: beside("backward"),
      retry,
      // A copy of a page would lose its headers.
      ...(paging.forward.headers && { structuralSharing: false as const }),
    };
  };
  return { ...options, infiniteQuery };
}

/** The value with texts in place of each `bigint`, for keys, which TanStack Query writes as JSON. */
function withoutBigInt(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(withoutBigInt);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutBigInt(member)]));
}

/** The headers of the response from which a page was read. */
const headersOf = new WeakMap<object, Headers>();

/**
 * Whether the last page has the items of the one before again. Some servers repeat the last page for every number after it.
 */
function isRepeated(all: unknown[], paging: PagingDescriptor): boolean {
  const [one, other] = all.slice(-2).map((page) => JSON.stringify(withoutBigInt(itemsOf(page, paging))));
  return paging.forward.first !== undefined && one === other && all.length > 1;
}

/** The input of another page. The cursors of the first page do not apply to it. */
function pageInput(input: AnyInput, paging: PagingDescriptor, pageParam: PageParam): AnyInput {
  if (Object.keys(pageParam).length === 0) return input;
  const { forward, backward } = paging;
  const cursors = [forward.parameter, backward?.parameter].filter((name) => name !== undefined);
  const without = Object.fromEntries(cursors.map((name) => [name, undefined]));
  return withParameters(input, paging, { ...without, ...pageParam });
}

/**
 * The parameters of the page beside a page. Undefined at the end of the list. A page that was requested in the other
 * direction always has a neighbor there. It is the page with the cursor of the request.
 *
 * @param input of the call for the page
 */
function paramBeside(
  body: unknown,
  paging: PagingDescriptor,
  direction: Direction,
  input: AnyInput,
): PageParam | undefined {
  const described = paging[direction];
  const parameters = parametersBeside(body, paging, direction, input, headersOf.get(Object(body)));
  if (!described || !parameters) return undefined;
  const requested = directionOf(input, paging);
  const isRequested = requested === "backward" || sentFor(paging.forward, input) !== undefined;
  const hasMore = direction === requested ? announcesMore(body, paging) : described.item === undefined || isRequested;
  return (hasMore ?? true) ? parameters : undefined;
}
