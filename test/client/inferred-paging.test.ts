import type { ServerResponse } from "node:http";
import { join, resolve } from "node:path";
import { InfiniteQueryObserver, QueryClient } from "@tanstack/query-core";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, expectTypeOf, test } from "vitest";
import type { PagedCall } from "#client/connect.js";
import { clientFile } from "#generate/client/client-file.js";
import { operationsFile } from "#generate/client/operations-file.js";
import { pagedList } from "#generate/client/paging.js";
import type { JsonObject } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { queriesOf } from "#tanstack-query/index.js";
import { json, type ReceivedRequest, serve, type TestServer } from "../server.js";
import { documentOf } from "../verify/small-document.js";

const ITEMS = ["a", "b", "c", "d", "e"];
const TEXT: JsonObject = { type: "string" };
const LIST: JsonObject = { type: "array", items: TEXT };

/** The end of an item that changes. */
let suffix = "";

/** A list in a small API: its document, and its server, which sends pages of two items. */
interface List {
  parameters?: JsonObject[];
  schema?: JsonObject;
  headers?: JsonObject;
  more?: JsonObject;
  answer(query: URLSearchParams, response: ServerResponse): void;
}

const query = (name: string, type = "integer"): JsonObject => ({ name, in: "query", schema: { type } });
const INTEGER: JsonObject = { type: "integer" };
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
/** A parameter of the query that is an object. */
const within = (name: string, properties: JsonObject): JsonObject => ({
  name,
  in: "query",
  schema: object(properties),
});
const from = (start: number) => ITEMS.slice(start, start + 2);
const numbered = (name: string, first = 1) => ({
  parameters: [query(name)],
  start: (sent: URLSearchParams) => (Number(sent.get(name) ?? first) - first) * 2,
});
const page = numbered("page");

const LISTS: Readonly<Record<string, List>> = {
  byCursor: {
    parameters: [query("cursor", "string")],
    schema: object({ data: LIST, next_cursor: { type: ["string", "null"] } }),
    answer(sent, response) {
      const start = Number(sent.get("cursor") ?? 0);
      json(response, 200, { data: from(start), next_cursor: start + 2 < ITEMS.length ? String(start + 2) : null });
    },
  },
  byDeepCursor: {
    parameters: [query("cursor", "string")],
    schema: object({ data: LIST, meta: object({ paginate: object({ next_page: TEXT }) }) }),
    answer(sent, response) {
      const start = Number(sent.get("cursor") ?? 0);
      const paginate = start + 2 < ITEMS.length ? { next_page: String(start + 2) } : {};
      json(response, 200, { data: from(start), meta: { paginate } });
    },
  },
  byCursorBesideAddress: {
    parameters: [query("after", "string")],
    schema: object({ data: LIST, paging: object({ next: TEXT, cursors: object({ after: TEXT }) }) }),
    answer(sent, response) {
      const start = Number(sent.get("after") ?? 0);
      const isLast = start + 2 >= ITEMS.length;
      const paging = isLast ? {} : { next: "https://x.example/?other=1", cursors: { after: String(start + 2) } };
      json(response, 200, { data: from(start), paging });
    },
  },
  byNumberOfCursor: {
    parameters: [query("cursorId")],
    schema: object({ data: LIST, nextCursor: INTEGER }),
    answer(sent, response) {
      const start = Number(sent.get("cursorId") ?? 0);
      json(response, 200, { data: from(start), nextCursor: start + 2 < ITEMS.length ? start + 2 : 0 });
    },
  },
  byCursorInAddress: {
    parameters: [query("cursor", "string")],
    schema: object({ data: LIST, next: TEXT }),
    answer(sent, response) {
      const start = Number(sent.get("cursor") ?? 0);
      const next = start + 2 < ITEMS.length ? { next: `https://api.example.com/x?cursor=${start + 2}` } : {};
      json(response, 200, { data: from(start), ...next });
    },
  },
  byCursorBothWays: {
    parameters: [query("cursor", "string")],
    schema: object({ data: LIST, next_cursor: TEXT, prev_cursor: TEXT }),
    answer(sent, response) {
      const start = Number(sent.get("cursor") ?? 0);
      const next = start + 2 < ITEMS.length ? { next_cursor: String(start + 2) } : {};
      const previous = start > 0 ? { prev_cursor: String(start - 2) } : {};
      json(response, 200, { data: from(start), ...next, ...previous });
    },
  },
  byPageUntilEmpty: { ...page, answer: (sent, response) => json(response, 200, from(page.start(sent))) },
  byPageUntilRejected: {
    ...page,
    answer: (sent, response) => json(response, page.start(sent) < ITEMS.length ? 200 : 404, from(page.start(sent))),
  },
  byPageUntilRepeated: {
    ...page,
    schema: object({ items: LIST, request: { type: "integer" } }),
    answer: (sent, response) =>
      json(response, 200, { items: from(Math.min(page.start(sent), 4)), request: server.seen.length }),
  },
  byPageWithTotal: {
    ...page,
    schema: object({ items: LIST, totalPages: { type: "integer" } }),
    answer: (sent, response) => json(response, 200, { items: from(page.start(sent)), totalPages: 3 }),
  },
  byPageWithAddress: {
    ...page,
    schema: object({ results: LIST, next: { type: ["string", "null"] } }),
    answer(sent, response) {
      const start = page.start(sent);
      json(response, 200, { results: from(start), next: start + 2 < ITEMS.length ? "/x?page=9" : null });
    },
  },
  byPageFromZero: {
    parameters: [{ name: "page", in: "query", schema: { type: "integer", minimum: 0 } }],
    schema: object({ content: LIST, totalPages: { type: "integer" } }),
    answer: (sent, response) => json(response, 200, { content: from(numbered("page", 0).start(sent)), totalPages: 3 }),
  },
  byOffset: {
    parameters: [query("offset"), query("limit")],
    schema: object({ items: LIST, total: { type: "integer" } }),
    answer: (sent, response) => json(response, 200, { items: from(Number(sent.get("offset") ?? 0)), total: 5 }),
  },
  inPageable: {
    parameters: [within("pageable", { page: INTEGER, size: INTEGER, sort: LIST })],
    schema: object({ content: LIST, totalPages: INTEGER }),
    answer: (sent, response) => json(response, 200, { content: from(numbered("page", 0).start(sent)), totalPages: 3 }),
  },
  inDeepObject: {
    parameters: [{ ...within("page", { number: INTEGER, size: INTEGER }), style: "deepObject", explode: true }],
    schema: object({ data: LIST }),
    answer: (sent, response) => json(response, 200, { data: from(numbered("page[number]").start(sent)) }),
  },
  inObjectOfOffset: {
    parameters: [{ ...within("range", { offset: INTEGER, limit: INTEGER }), style: "deepObject", explode: true }],
    schema: object({ items: LIST, total: INTEGER }),
    answer: (sent, response) => json(response, 200, { items: from(Number(sent.get("range[offset]") ?? 0)), total: 5 }),
  },
  inObjectOfCursor: {
    parameters: [{ ...within("page", { after: TEXT, before: TEXT }), style: "deepObject", explode: true }],
    schema: object({ data: LIST, next_cursor: TEXT, prev_cursor: TEXT }),
    answer(sent, response) {
      const start = Number(sent.get("page[after]") ?? 0);
      json(response, 200, { data: from(start), ...(start < 4 && { next_cursor: String(start + 2) }) });
    },
  },
  byLink: {
    headers: { Link: { schema: TEXT } },
    answer(sent, response) {
      const start = Number(sent.get("key") ?? 0);
      if (start + 2 < ITEMS.length) response.setHeader("link", `</x?key=${start + 2}>; rel="next"`);
      json(
        response,
        200,
        from(start).map((item) => (item === "b" ? item + suffix : item)),
      );
    },
  },
  byAddress: {
    schema: object({ items: LIST, links: object({ next: TEXT }) }),
    answer(sent, response) {
      const start = Number(sent.get("key") ?? 0);
      json(response, 200, { items: from(start), links: start + 2 < ITEMS.length ? { next: `?key=${start + 2}` } : {} });
    },
  },
  inEitherPlace: {
    headers: { Link: { schema: TEXT } },
    schema: object({ items: LIST, links: object({ next: TEXT }) }),
    answer(sent, response) {
      const start = Number(sent.get("key") ?? 0);
      // The last page but one has its address in the header, and the first one in the body.
      if (start === 2) response.setHeader("link", '</x?key=4>; rel="next"');
      json(response, 200, { items: from(start), links: start === 0 ? { next: "?key=2" } : {} });
    },
  },
  byStatement: {
    parameters: [query("part")],
    more: { "x-numbered-pages": { items: "", parameter: "part", counts: "pages", first: 1 } },
    answer: (sent, response) => json(response, 200, from(numbered("part").start(sent))),
  },
};

type Call = ((input?: object) => Promise<unknown>) & { items(input?: object): AsyncGenerator<unknown>; paging: object };

let server: TestServer;
let client: Record<string, Call>;
beforeAll(async () => {
  server = await serve(({ url }: ReceivedRequest, response) => {
    const { pathname, searchParams } = new URL(url, "http://x");
    LISTS[pathname.slice(1)]?.answer(searchParams, response);
  });
  const { createClient } = await clientModule();
  client = createClient({ baseUrl: server.url, retry: false });
});
afterAll(() => server.close());

const contract = () =>
  documentOf(
    Object.fromEntries(
      Object.entries(LISTS).map(([name, { parameters = [], schema = LIST, headers = {}, more = {} }]) => {
        const responses = { "200": { description: "A page.", headers, content: { "application/json": { schema } } } };
        return [`/${name}`, { get: { operationId: name, parameters, responses, ...more } }];
      }),
    ),
  );

const RUNTIME = resolve("src/client/index.ts");

async function clientModule(): Promise<{ createClient(options: object): Record<string, Call> }> {
  const { outputFiles } = await build({
    stdin: { contents: clientFile(contract(), RUNTIME), loader: "ts", resolveDir: resolve(".") },
    plugins: [
      {
        name: "imports",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\.\/operations\.js$/ }, ({ path }) => ({ path, namespace: "generated" }));
          const code = {
            contents: operationsFile(contract(), RUNTIME),
            loader: "ts" as const,
            resolveDir: resolve("."),
          };
          onLoad({ filter: /./, namespace: "generated" }, () => code);
          onResolve({ filter: /^#/ }, ({ path }) => ({
            path: join(resolve("src"), path.slice(1).replace(/\.js$/, ".ts")),
          }));
          onResolve({ filter: /validation\.js$/ }, ({ path }) => ({ path, external: true }));
        },
      },
    ],
    ...{ bundle: true, format: "esm", platform: "node", write: false },
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles?.[0]?.contents ?? []).toString("base64")}`);
}

const sentQueries = (name: string) =>
  server.seen
    .filter(({ url }) => url.startsWith(`/${name}`))
    .map(({ url }) => decodeURIComponent(url.split("?")[1] ?? ""));

test.each([
  ["byCursor", ["", "cursor=2", "cursor=4"]],
  ["byDeepCursor", ["", "cursor=2", "cursor=4"]],
  ["byCursorBesideAddress", ["", "after=2", "after=4"]],
  ["byNumberOfCursor", ["", "cursorId=2", "cursorId=4"]],
  ["byCursorInAddress", ["", "cursor=2", "cursor=4"]],
  ["byCursorBothWays", ["", "cursor=2", "cursor=4"]],
  ["byPageUntilEmpty", ["", "page=2", "page=3", "page=4"]],
  ["byPageUntilRejected", ["", "page=2", "page=3", "page=4"]],
  ["byPageUntilRepeated", ["", "page=2", "page=3", "page=4"]],
  ["byPageWithTotal", ["", "page=2", "page=3"]],
  ["byPageWithAddress", ["", "page=2", "page=3"]],
  ["byPageFromZero", ["", "page=1", "page=2"]],
  ["byOffset", ["", "offset=2", "offset=4"]],
  ["inPageable", ["", "page=1", "page=2"]],
  ["inDeepObject", ["", "page[number]=2", "page[number]=3", "page[number]=4"]],
  ["inObjectOfOffset", ["", "range[offset]=2", "range[offset]=4"]],
  ["inObjectOfCursor", ["", "page[after]=2", "page[after]=4"]],
  ["byLink", ["", "key=2", "key=4"]],
  ["byAddress", ["", "key=2", "key=4"]],
  ["inEitherPlace", ["", "key=2", "key=4"]],
  ["byStatement", ["", "part=2", "part=3", "part=4"]],
])("a client reads every item of %s once, by the requests %j", async (name, queries) => {
  server.seen.length = 0;
  const items: unknown[] = [];
  for await (const item of client[name]?.items() ?? []) if (items.push(item) > ITEMS.length + 2) break;
  expect(items).toEqual(ITEMS);
  expect(sentQueries(name)).toEqual(queries);
});

test("the other properties of an object stay in each request", async () => {
  server.seen.length = 0;
  const items: unknown[] = [];
  const input = { query: { pageable: { page: 1, size: 2, sort: ["a,asc", "b"] } } };
  for await (const item of client.inPageable?.items(input) ?? []) items.push(item);
  expect(items).toEqual(["c", "d", "e"]);
  expect(sentQueries("inPageable")).toEqual([1, 2].map((number) => `page=${number}&size=2&sort=a,asc&sort=b`));
});

test.each<[string, JsonObject]>([
  ["whose page is a text", within("filter", { page: TEXT, size: INTEGER })],
  ["of a name without pages", within("page", { colour: INTEGER })],
  ["that is in a header", { name: "pageable", in: "header", schema: object({ page: INTEGER }) }],
])("an object %s leads to no other page", (_, parameter) => {
  const content = { "application/json": { schema: object({ items: LIST }) } };
  const get = { operationId: "a", parameters: [parameter], responses: { "200": { description: "A list.", content } } };
  const document = documentOf({ "/a": { get } });
  const [operation] = operationsOf(document);
  expect(operation && pagedList(document, operation)).toBeUndefined();
});

test("a path that looks like code of a descriptor imports nothing", () => {
  const paths = { "/a, by: nothing": { get: { operationId: "a", responses: { "204": { description: "Done." } } } } };
  expect(operationsFile(documentOf(paths), "runtime")).not.toMatch(/^import \{[^}]*nothing/m);
});

test("a client throws if the server rejects the first page, because no page was the last one", async () => {
  const pages = client.byPageUntilRejected?.items({ query: { page: 9 } });
  await expect(pages?.next()).rejects.toMatchObject({ name: "UndocumentedStatus", status: 404 });
});

test("one parameter that leads both ways is read forward, and an infinite query goes back by it", async () => {
  const items: unknown[] = [];
  for await (const item of client.byCursorBothWays?.items({ query: { cursor: "2" } }) ?? []) items.push(item);
  expect(items).toEqual(["c", "d", "e"]);
  const { getNextPageParam, getPreviousPageParam } = Object(queriesOf(client)).byCursorBothWays.infiniteQuery();
  const page = { data: ["c", "d"], next_cursor: "4", prev_cursor: "0" };
  expect([getNextPageParam(page, [], { cursor: "2" }), getPreviousPageParam(page, [], { cursor: "2" })]).toEqual([
    { cursor: "4" },
    { cursor: "0" },
  ]);
});

interface Described<Body> {
  parameters: object;
  responses: { 200: { content: { "application/json": Body } } };
}
type Items<Body, At extends readonly string[]> =
  ReturnType<PagedCall<Described<Body>, At>["items"]> extends AsyncGenerator<infer Item, void> ? Item : never;

test("items have their type where fields are optional or null, and where a page has one of several forms", () => {
  expectTypeOf<Items<{ data?: { items?: number[] } }, ["data", "items"]>>().toEqualTypeOf<number>();
  expectTypeOf<Items<{ data: number[] | null }, ["data"]>>().toEqualTypeOf<number>();
  expectTypeOf<Items<{ data: number[] } | { data: string[] } | { error: string }, ["data"]>>().toEqualTypeOf<
    number | string
  >();
  expectTypeOf<Items<readonly number[], []>>().toEqualTypeOf<number>();
});

test.each(Object.keys(LISTS))("an infinite query reads every item of %s once", async (name) => {
  const { infiniteQuery } =
    (queriesOf(client) as unknown as Record<string, { infiniteQuery(): InfiniteQuery }>)[name] ?? {};
  const options = infiniteQuery?.();
  if (!options) throw new Error("no infinite query");
  const pages: unknown[] = [];
  const { signal } = new AbortController();
  for (let param: object | undefined = {}; param && pages.length < 9; ) {
    const pageParam: object = param;
    const body = await options.queryFn({ signal, pageParam }).catch(() => undefined);
    if (body === undefined) break;
    pages.push(body);
    param = options.getNextPageParam(body, pages, pageParam);
  }
  const found = pages.flatMap((body) => (Array.isArray(body) ? body : Object.values(Object(body)).find(Array.isArray)));
  expect(new Set(found)).toEqual(new Set(ITEMS));
  expect(pages.length).toBeLessThanOrEqual(4);
});

test("TanStack Query keeps the way to the next page that only a header has, also when it reads all pages again", async () => {
  const { infiniteQuery } = Object(queriesOf(client)).byLink;
  const tanstack = new QueryClient();
  const options = { ...infiniteQuery(), pages: 9 };
  const read = async () => (await tanstack.fetchInfiniteQuery(options)).pages;
  expect((await read()).flat()).toEqual(ITEMS);
  expect((await read()).flat()).toEqual(ITEMS);
  expect(sentQueries("byLink").slice(-3)).toEqual(["", "key=2", "key=4"]);
  // The second page differs in one item, so that TanStack Query would merge it with the page before.
  const observer = new InfiniteQueryObserver(tanstack, { ...infiniteQuery(), pages: 1 });
  const stop = observer.subscribe(() => {});
  await tanstack.fetchInfiniteQuery({ ...infiniteQuery(), pages: 1 });
  suffix = "!";
  await observer.refetch();
  suffix = "";
  expect(observer.getCurrentResult()).toMatchObject({ data: { pages: [["a", "b!"]] }, hasNextPage: true });
  stop();
  tanstack.clear();
});

interface InfiniteQuery {
  queryFn(context: { signal: AbortSignal; pageParam: object }): Promise<unknown>;
  getNextPageParam(body: unknown, pages: unknown[], param: object): object | undefined;
}

test.each([
  ["byCursor", "`cursor` has the value at `/next_cursor` of a page, as names in the contract suggest"],
  ["byPageFromZero", "`page` is the number of a page, from 0, as names in the contract suggest"],
  ["inPageable", "`pageable.page` is the number of a page, from 0, as names in the contract suggest"],
  ["inDeepObject", "`page.number` is the number of a page, from 1, as names in the contract suggest"],
  ["byLink", "the header `Link` has the address of another page, as names in the contract suggest"],
  ["byStatement", "`part` is the number of a page, from 1, as `x-numbered-pages` states"],
])("the comment of %s names the statement on which its iterators rely", (name, statement) => {
  const text = clientFile(contract(), "runtime");
  const comment = text.slice(text.indexOf(`GET /${name}\``), text.indexOf(`  ${name}: PagedCall`));
  expect(comment).toContain(statement);
  expect(comment.includes("If they mislead, state it by `x-pagination`")).toBe(name !== "byStatement");
});
