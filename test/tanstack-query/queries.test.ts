import type { ServerResponse } from "node:http";
import {
  type InfiniteData,
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
  skipToken,
} from "@tanstack/query-core";
import { afterEach, beforeEach, expect, expectTypeOf, test } from "vitest";
import { type CallFailure, createClient, type Data } from "#generated/client.js";
import type { operations, Suppression } from "#generated/schema.js";
import { type PageParam, queriesOf } from "#tanstack-query/index.js";
import { json, type ReceivedRequest, serve, type TestServer } from "../server.js";

const ids = ["a", "b", "c", "d", "e"];
const path = { suppression: "kim@example.com" };

/** Five items, with the cursors and `has_more` that the contract describes. */
function respond({ url, method }: ReceivedRequest, response: ServerResponse) {
  if (method === "POST") return json(response, 201, { object: "suppression", id: "f" });
  const { pathname, searchParams: query } = new URL(url, "http://x");
  if (pathname !== "/suppressions") return json(response, 200, { id: pathname.split("/")[2] });
  const limit = Number(query.get("limit") ?? 20);
  const [after, before] = [query.get("after"), query.get("before")];
  const from = after ? ids.indexOf(after) + 1 : before ? Math.max(0, ids.indexOf(before) - limit) : 0;
  const to = before ? ids.indexOf(before) : from + limit;
  const has_more = before ? from > 0 : to < ids.length;
  json(response, 200, { object: "list", has_more, data: ids.slice(from, to).map((id) => ({ id })) });
}

let server: TestServer;
let client: QueryClient;
const setUp = async (answer = respond) => {
  server = await serve(answer);
  client = new QueryClient();
  return queriesOf(createClient({ baseUrl: server.url, apiKey: "k", retry: false }));
};
let queries: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  queries = await setUp();
});
afterEach(async () => {
  client.clear();
  await server.close();
});

type Page = Data<operations["listSuppressions"]>;

test("query options fetch the data of a success, with the type of the operation", async () => {
  const options = queries.retrieveSuppression.query({ path }, { headers: { "x-trace": "1" } });
  const one = await client.fetchQuery(options);
  expectTypeOf(one).toEqualTypeOf<Suppression>();
  expectTypeOf(client.getQueryData(options.queryKey)).toEqualTypeOf<Suppression | undefined>();
  expect(client.getQueryData(options.queryKey)?.id).toBe("kim%40example.com");
  expect(server.seen[0]?.headers["x-trace"]).toBe("1");
});

test("a query without an input yet sends nothing, and has the type of its operation", async () => {
  const optionsOf = (id: string | undefined) =>
    queries.retrieveSuppression.query(id === undefined ? skipToken : { path: { suppression: id } });
  const skipped = new QueryObserver(client, optionsOf(undefined));
  expect(skipped.getCurrentResult().fetchStatus).toBe("idle");
  const stop = skipped.subscribe(() => {});
  expect(server.seen).toEqual([]);
  skipped.setOptions(optionsOf("a"));
  await expect.poll(() => skipped.getCurrentResult().data?.id).toBe("a");
  expectTypeOf(skipped.getCurrentResult().data).toEqualTypeOf<Suppression | undefined>();
  stop();
});

test("a failed call is thrown as a CallFailure, once: TanStack Query does not multiply the client's retries", async () => {
  await server.close();
  queries = await setUp((_, response) => response.writeHead(404).end());
  const failure = await client.fetchQuery(queries.retrieveSuppression.query({ path })).catch((error) => error);
  expect(failure).toMatchObject({ name: "ErrorResponse", status: 404 });
  const observer = new MutationObserver(client, { ...queries.addSuppression.mutation() });
  await expect(observer.mutate({ body: { email: "kim@example.com" } })).rejects.toThrow("status 404");
  expect(server.seen).toHaveLength(2);
});

test("a query that is cancelled aborts its request", async () => {
  await server.close();
  queries = await setUp(() => {});
  const options = queries.retrieveSuppression.query({ path });
  const fetching = client.fetchQuery(options).catch((error: Error) => error.constructor.name);
  await expect.poll(() => server.seen.length).toBe(1);
  await client.cancelQueries({ queryKey: queries.retrieveSuppression.key() });
  expect(await fetching).toBe("CancelledError");
});

test("keys match by operation, and by each parameter", () => {
  const set = (input: Parameters<typeof queries.listSuppressions.query>[0]) =>
    client.setQueryData(queries.listSuppressions.query(input).queryKey, { object: "list", has_more: false, data: [] });
  set({ query: { origin: "bounce", limit: 2 } });
  set({ query: { origin: "manual", limit: 2 } });
  client.setQueryData(queries.listSuppressions.infiniteQuery({ query: { origin: "bounce" } }).queryKey, {
    pages: [],
    pageParams: [],
  });
  client.setQueryData(queries.retrieveContactImport.query({ path: { id: "1" } }).queryKey, undefined);
  const matched = (queryKey: readonly unknown[]) => client.getQueryCache().findAll({ queryKey }).length;
  expect(matched(queries.listSuppressions.key())).toBe(3);
  expect(matched(queries.listSuppressions.key({ query: { origin: "bounce" } }))).toBe(2);
  expect(matched(queries.listSuppressions.key({ query: { origin: "bounce", limit: 2 } }))).toBe(1);
  expect(matched(queries.listSuppressions.key({ query: { origin: "complaint" } }))).toBe(0);
});

test("an infinite query pages in both directions from any page, and ends at the ends of the list", async () => {
  const observer = new InfiniteQueryObserver(client, {
    ...queries.listSuppressions.infiniteQuery({ query: { limit: 2, after: "b" } }),
  });
  const stop = observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true);
  const pages = () => observer.getCurrentResult().data?.pages.map(({ data }) => data.map(({ id }) => id).join(""));
  expect(pages()).toEqual(["cd"]);
  expect((await observer.fetchNextPage()).hasNextPage).toBe(false);
  expect((await observer.fetchPreviousPage()).hasPreviousPage).toBe(false);
  expect(pages()).toEqual(["ab", "cd", "e"]);
  expect(server.seen.map(({ url }) => url.split("?")[1])).toEqual([
    "limit=2&after=b",
    "limit=2&after=d",
    "limit=2&before=c",
  ]);
  stop();
});

test("an infinite query from the beginning has no previous page, and one from the end pages back and forth", async () => {
  const first = await client.fetchInfiniteQuery({
    ...queries.listSuppressions.infiniteQuery({ query: { limit: 2 } }),
    pages: 9,
  });
  expectTypeOf(first).toEqualTypeOf<InfiniteData<Page, PageParam>>();
  expect(first.pageParams).toEqual([{}, { after: "b" }, { after: "d" }]);
  const { getNextPageParam, getPreviousPageParam } = queries.listSuppressions.infiniteQuery({ query: { before: "e" } });
  const page = { object: "list", has_more: true, data: [{ id: "c" }, { id: "d" }] } as Page;
  expect(getPreviousPageParam(page, [], {})).toEqual({ before: "c" });
  expect(getNextPageParam({ ...page, has_more: false }, [], {})).toEqual({ after: "d" });
  expect(getPreviousPageParam({ ...page, has_more: false }, [], { before: "e" })).toBeUndefined();
  const start = queries.listSuppressions.infiniteQuery();
  expect(start.getPreviousPageParam(page, [], {})).toBeUndefined();
  expect(start.getNextPageParam({ ...page, data: [] }, [], {})).toBeUndefined();
});

test("a mutation takes the input of the call, and returns its data", async () => {
  const observer = new MutationObserver(client, { ...queries.addSuppression.mutation({ timeout: 5000 }) });
  const added = await observer.mutate({ body: { email: "kim@example.com" } });
  expectTypeOf(added.id).toBeString();
  expect(added.id).toBe("f");
  expect(client.getMutationCache().findAll({ mutationKey: queries.addSuppression.key() })).toHaveLength(1);
});

test("options do not compile with a wrong operation, parameter or key", () => {
  const never = () => [
    // @ts-expect-error no such operation
    queries.deleteSuppression.query(),
    // @ts-expect-error the input is required
    queries.retrieveSuppression.query(),
    // @ts-expect-error no such parameter
    queries.listSuppressions.key({ query: { colour: "red" } }),
    // @ts-expect-error no such origin
    queries.listSuppressions.query({ query: { origin: "spam" } }),
    // @ts-expect-error the contract declares no paging
    queries.retrieveSuppression.infiniteQuery({ path }),
    // @ts-expect-error middleware is not an operation
    queries.use.query(),
    // @ts-expect-error the variables are the input of the call
    queries.addSuppression.mutation().mutationFn({ email: "kim@example.com" }),
  ];
  expect(never).toBeTypeOf("function");
  expectTypeOf(queries.listSuppressions.query().retry).parameter(1).toEqualTypeOf<CallFailure>();
});
