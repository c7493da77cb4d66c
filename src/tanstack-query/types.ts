import type { DataTag, InfiniteData } from "@tanstack/query-core";
import type { CallFailure } from "../client/failure.js";
import type { CallOptions } from "../client/options.js";
import type { AnyResult } from "../client/result.js";

/** A call of a generated client. */
type AnyCall = (...args: never[]) => Promise<AnyResult>;

type InputOf<Call extends AnyCall> = NonNullable<Parameters<Call>[0]>;
type DataOf<Call extends AnyCall> = Extract<Awaited<ReturnType<Call>>, { ok: true }>["data"];

/** The input of a call, or a part of it. A part matches every query whose input has it. */
type PartOf<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Name in keyof Value]?: PartOf<Value[Name]> }
    : Value;

/** Whether a call may have no input: `[]` or `[input?, options?]`. */
type Arguments<Call extends AnyCall> = undefined extends Parameters<Call>[0]
  ? [input?: InputOf<Call>, options?: QueryCallOptions]
  : [input: InputOf<Call>, options?: QueryCallOptions];

/** Options of the call of a query. TanStack Query has the signal. */
export type QueryCallOptions = Omit<CallOptions, "signal">;

/** The key of a query: the name of its operation, and its input. */
export type Key = readonly [operation: string, input?: unknown, kind?: "infinite"];

/** The query parameters of another page; empty for the page of the input. */
export type PageParam = Record<string, unknown>;

/** The client retries a failed call itself, so the options turn the retries of TanStack Query off. */
type NoRetry = (failureCount: number, error: CallFailure) => boolean;

/**
 * A key that tells TanStack Query the type of its data. A repo of CommonJS has other declarations of TanStack Query, whose
 * unique symbols are other types.
 */
type TaggedKey<Data> = import("@tanstack/query-core", { with: { "resolution-mode": "require" }}).DataTag<
  DataTag<Key, Data, CallFailure>,
  Data,
  CallFailure
>;

export interface QueryOptions<Data> {
  queryKey: TaggedKey<Data>;
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>;
  retry: NoRetry;
}

/** Options of a query that may have no input yet. `Token` is the type of `skipToken`. */
export interface SkippableQueryOptions<Data, Token extends symbol = symbol>
  extends Omit<QueryOptions<Data>, "queryFn"> {
  queryFn: QueryOptions<Data>["queryFn"] | Token;
}

export interface InfiniteQueryOptions<Data> {
  queryKey: TaggedKey<InfiniteData<Data, PageParam>>;
  queryFn: (context: { signal: AbortSignal; pageParam: PageParam }) => Promise<Data>;
  initialPageParam: PageParam;
  getNextPageParam: (lastPage: Data, pages: Data[], lastPageParam: PageParam) => PageParam | undefined;
  getPreviousPageParam: (firstPage: Data, pages: Data[], firstPageParam: PageParam) => PageParam | undefined;
  retry: NoRetry;
  /** False where the header `Link` or another one leads to the next page. A copy of a page would lose it. */
  structuralSharing?: false;
}

export interface MutationOptions<Data, Input> {
  mutationKey: Key;
  mutationFn: (input: Input) => Promise<Data>;
  retry: NoRetry;
}

/** The options for TanStack Query of one operation. Functions throw a `CallFailure` if the call fails. */
export interface OperationQueries<Call extends AnyCall> {
  /** The key of all queries of the operation. With an input or a part of it, of those that have it. */
  key(input?: PartOf<InputOf<Call>>): Key;
  /** Options of `useQuery`, `fetchQuery` and the like. */
  query(...args: Arguments<Call>): QueryOptions<DataOf<Call>>;
  /**
   * The same with `skipToken` of TanStack Query in the place of an input that is not known yet. Nothing is sent then.
   */
  query<Token extends symbol>(
    input: InputOf<Call> | Token,
    options?: QueryCallOptions,
  ): SkippableQueryOptions<DataOf<Call>, Token>;
  /** Options of `useMutation`. The input is the variable of the mutation. */
  mutation(options?: CallOptions): MutationOptions<
    DataOf<Call>,
    // biome-ignore lint/suspicious/noConfusingVoidType: TanStack Query lets `mutate()` have no argument only for void.
    undefined extends Parameters<Call>[0] ? InputOf<Call> | void : InputOf<Call>
  >;
}

/** The same for a list. */
export interface PagedOperationQueries<Call extends AnyCall> extends OperationQueries<Call> {
  /** Options of `useInfiniteQuery`, with the paging that the contract states or its names suggest. */
  infiniteQuery(...args: Arguments<Call>): InfiniteQueryOptions<DataOf<Call>>;
}

/** The options for TanStack Query of every operation of a generated client. */
export type Queries<Client> = {
  [Name in keyof Client as Client[Name] extends AnyCall ? Name : never]: Client[Name] extends AnyCall & {
    paging: unknown;
  }
    ? PagedOperationQueries<Client[Name]>
    : Client[Name] extends AnyCall
      ? OperationQueries<Client[Name]>
      : never;
};
