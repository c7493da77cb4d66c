import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "#generated/client.js";
import { handlers } from "#generated/msw.js";
import { type Mock, startMock } from "#mock/mock.js";
import { temporaryFolder } from "../temporary.js";

/** The items of the contract's examples, in the order of the list. */
const [MANUAL, COMPLAINT, BOUNCE] = [
  "e15a4c9d-80f2-4b67-a3d8-5c7b91e06f42",
  "8be0d7c4-1f63-4a92-9e5b-27c4f08a6d3e",
  "3c9f2b61-7d04-4e8a-b1f5-90c2de6a4f17",
];
const KEY = { authorization: "Bearer any" };

const server = setupServer(...handlers({}, { baseUrl: "https://api.example.com" }));
let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ spec: "openapi/openapi.yaml", port: 0 });
  server.listen({ onUnhandledRequest: "bypass" });
});
afterAll(async () => {
  server.close();
  await mock.close();
});

describe.each([
  ["the mock", () => mock.url],
  ["the handlers of MSW", () => "https://api.example.com"],
])("%s", (_, url) => {
  test.each([
    [{}, [MANUAL, COMPLAINT, BOUNCE]],
    [{ limit: 1 }, [MANUAL, COMPLAINT, BOUNCE]],
    [{ limit: 2 }, [MANUAL, COMPLAINT, BOUNCE]],
    [{ limit: 1, origin: "complaint" as const }, [COMPLAINT]],
    [{ origin: "bounce" as const }, [BOUNCE]],
  ])("lets an iterator of the client read every page of %j once", async (query, wanted) => {
    const api = createClient({ baseUrl: url(), apiKey: "any" });
    const ids: string[] = [];
    for await (const { id } of api.listSuppressions.items({ query })) ids.push(id);
    expect(ids).toEqual(wanted);
  });

  test.each([
    ["?origin=complaint&limit=2", [COMPLAINT], false],
    ["?origin=manual&limit=1", [MANUAL], false],
    ["?limit=1", [MANUAL], true],
    ["", [MANUAL, COMPLAINT, BOUNCE], false],
    ["?limit=2", [MANUAL, COMPLAINT], true],
    ["?limit=3", [MANUAL, COMPLAINT, BOUNCE], false],
    ["?limit=100", [MANUAL, COMPLAINT, BOUNCE], false],
    [`?after=${MANUAL}`, [COMPLAINT, BOUNCE], false],
    [`?after=${MANUAL}&limit=1`, [COMPLAINT], true],
    [`?after=${MANUAL}&origin=bounce`, [BOUNCE], false],
    [`?after=${COMPLAINT}`, [BOUNCE], false],
    [`?after=${COMPLAINT}&origin=manual`, [], false],
    [`?before=${BOUNCE}&limit=1`, [COMPLAINT], true],
    [`?before=${BOUNCE}`, [MANUAL, COMPLAINT], false],
    ["?after=unknown", [], false],
  ])("responds to %s with what the request asks for", async (search, ids, hasMore) => {
    const response = await fetch(`${url()}/suppressions${search}`, { headers: KEY });
    const body = await response.json();
    expect(body).toMatchObject({ has_more: hasMore, data: ids.map((id) => ({ id })) });
    expect(body.data).toHaveLength(ids.length);
  });

  test("finds an example by each of its identifiers", async () => {
    const response = await fetch(`${url()}/suppressions/jo%2Bnews%40example.net`, { headers: KEY });
    expect(await response.json()).toMatchObject({ id: MANUAL, email: "jo+news@example.net" });
  });
});

test.each([
  ["", 3, 5],
  ["?origin=complaint", 3, 5],
  ["?limit=2&origin=bounce", 2, 2],
])("a generated list %s has three to five items near now, and ends", async (search, least, most) => {
  const year = new Date().getFullYear();
  const origin = new URLSearchParams(search).get("origin");
  for (const prefer of ["dynamic=true", "dynamic=true, seed=a", "dynamic=true, seed=b", "dynamic=true, seed=c"]) {
    const get = async (more: string) =>
      (await fetch(`${mock.url}/suppressions${search}${more}`, { headers: { ...KEY, prefer } })).json();
    const page = await get("");
    expect(page.data.length).toBeGreaterThanOrEqual(least);
    expect(page.data.length).toBeLessThanOrEqual(most);
    expect(page.has_more).toBe(search.includes("limit"));
    for (const item of page.data) {
      expect(Math.abs(new Date(item.created_at).getFullYear() - year)).toBeLessThanOrEqual(1);
      if (origin) expect(item.origin).toBe(origin);
    }
    expect(await get(`${search ? "&" : "?"}after=${page.data.at(-1).id}`)).toHaveProperty("has_more", false);
  }
});

test("a generated list has its items, however few of those made by chance a filter selects", async () => {
  // With ten bodies, the lists of these seeds had one or two items.
  for (const seed of ["q578", "q994", "q1069", "q3521", "q3529", "q3987"]) {
    const headers = { ...KEY, prefer: `dynamic=true, seed=${seed}` };
    const page = await (await fetch(`${mock.url}/suppressions?limit=2&origin=bounce`, { headers })).json();
    expect([seed, page.data.length, page.has_more]).toEqual([seed, 2, true]);
  }
});

describe("a list of another document", () => {
  let other: Mock;
  beforeAll(async () => {
    const spec = join(await temporaryFolder("pages"), "openapi.json");
    const query = (name: string, schema: object, more: object = {}) => ({ name, in: "query", schema, ...more });
    const page = (schema: object, example: object) => ({
      200: { description: "A page.", content: { "application/json": { schema, example } } },
    });
    const item = {
      type: "object",
      required: ["id", "status"],
      properties: { id: { type: "integer" }, status: { enum: ["open", "closed"] }, name: { type: "string" } },
    };
    const items = { type: "array", items: item };
    const some = [
      { id: 1, status: "open", name: "Kim" },
      { id: 2, status: "closed", name: "Jo" },
      { id: 3, status: "open", name: "Joan" },
    ];
    const next = { type: ["string", "null"] };
    const integer = { type: "integer", minimum: 1 };
    const paths = {
      "/numbered": {
        get: { parameters: ["page", "per_page"].map((name) => query(name, integer)), responses: page(items, some) },
      },
      "/filtered": {
        get: {
          parameters: [query("status", { type: "string" }), query("name", { type: "string" })],
          responses: page(items, some),
        },
      },
      "/never-empty": {
        get: { parameters: [query("status", { type: "string" })], responses: page({ ...items, minItems: 3 }, some) },
      },
      "/announced": {
        get: {
          parameters: [
            query("after", { type: "string" }),
            query("limit", integer),
            query("status", { type: "string" }),
          ],
          responses: page(
            { type: "object", properties: { has_more: { type: "boolean" }, items } },
            { has_more: true, items: some },
          ),
        },
      },
      "/sized": {
        get: {
          parameters: [
            query("after", { type: "string" }),
            { ...query("limit", integer), examples: { first: { value: 1 } } },
            { ...query("status", { type: "string" }), examples: { first: { value: "open" } } },
          ],
          responses: {
            200: {
              description: "Things.",
              content: {
                "application/json": {
                  schema: { type: "object", properties: { has_more: { type: "boolean" }, items } },
                  examples: { first: { value: { has_more: true, items: some.slice(0, 1) } } },
                },
              },
            },
          },
        },
      },
      "/things/{thingId}": {
        get: {
          parameters: [{ name: "thingId", in: "path", required: true, schema: { type: "integer" } }],
          responses: page(item, { id: 7, status: "open" }),
        },
      },
      "/users/{user}/orders": {
        get: {
          parameters: [{ name: "user", in: "path", required: true, schema: { type: "string" } }],
          responses: page(
            {
              type: "array",
              items: {
                type: "object",
                required: ["id", "user_id"],
                properties: { id: { type: "integer" }, user_id: { type: "string" } },
              },
            },
            [1, 2].map((id) => ({ id, user_id: "kim" })),
          ),
        },
      },
      "/people/{name}": {
        get: {
          parameters: [
            {
              ...{ name: "name", in: "path", required: true, schema: { type: "string" } },
              examples: { kim: { value: "kim" } },
            },
          ],
          responses: {
            200: {
              description: "A person.",
              content: {
                "application/json": { schema: item, examples: { kim: { value: { ...some[0], name: "Kim Lee" } } } },
              },
            },
          },
        },
      },
      "/optional": { get: { responses: page({ type: "object", properties: { items, next_cursor: next } }, {}) } },
      "/cursors": {
        get: {
          parameters: [query("cursor", { type: "string" })],
          responses: page(
            { type: "object", properties: { items, next_cursor: next } },
            { items: some, next_cursor: "abc" },
          ),
        },
      },
    };
    await writeFile(spec, JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1.0.0" }, paths }));
    other = await startMock({ spec, port: 0 });
  });
  afterAll(() => other.close());

  test.each([
    ["/numbered?per_page=2", [1, 2]],
    ["/numbered?page=2&per_page=2", [3]],
    ["/numbered?page=2", []],
    ["/filtered?status=open", [1, 3]],
    ["/filtered?name=jo&status=closed", [2]],
    ["/filtered?name=nobody", []],
    ["/never-empty?status=open", [1, 2, 3]],
  ])("is paged and filtered as its names suggest: %s", async (path, ids) => {
    const found: { id: number }[] = await (await fetch(other.url + path)).json();
    expect(found.map(({ id }) => id)).toEqual(ids);
  });

  test.each([
    ["", [1, 2, 3], false],
    ["?limit=2", [1, 2], true],
    ["?limit=3", [1, 2, 3], false],
    ["?status=open&limit=1", [1], true],
    ["?status=open", [1, 3], false],
  ])("announces more only if the examples have more: /announced%s", async (search, ids, hasMore) => {
    const body = await (await fetch(`${other.url}/announced${search}`)).json();
    expect(body).toMatchObject({ has_more: hasMore, items: ids.map((id) => ({ id })) });
    expect(body.items).toHaveLength(ids.length);
  });

  test.each([
    ["?limit=1&status=open", [1], true],
    ["?limit=2&status=open", [1], false],
    ["?limit=1&status=closed", [], false],
  ])("announces more if the example of its size does: /sized%s", async (search, ids, hasMore) => {
    const body = await (await fetch(`${other.url}/sized${search}`)).json();
    expect(body).toEqual({ has_more: hasMore, items: ids.map((id) => expect.objectContaining({ id })) });
  });

  test("ends after its last cursor", async () => {
    expect(await (await fetch(`${other.url}/cursors?cursor=abc`)).json()).toEqual({ items: [], next_cursor: null });
  });

  test.each(["a", "b", "c", "d", "e", "f"])(
    "has generated items, also where the document does not require it: %s",
    async (seed) => {
      const headers = { prefer: `dynamic=true, seed=${seed}` };
      const { items = [] }: { items?: object[] } = await (await fetch(`${other.url}/optional`, { headers })).json();
      expect(items.length).toBeGreaterThanOrEqual(3);
    },
  );

  test.each(["", "dynamic=true"])("has an item for each identifier (Prefer: %s)", async (prefer) => {
    const response = await fetch(`${other.url}/things/12`, { headers: { prefer } });
    expect(await response.json()).toHaveProperty("id", 12);
  });

  test.each(["", "dynamic=true"])("has the items of the resource around it (Prefer: %s)", async (prefer) => {
    const response = await fetch(`${other.url}/users/jo/orders`, { headers: { prefer } });
    const orders: { id: number; user_id: string }[] = await response.json();
    expect(orders.length).toBeGreaterThanOrEqual(2);
    expect(orders.filter((order) => order.user_id !== "jo")).toEqual([]);
  });

  test("has the example of an identifier unchanged, and otherwise the identifier", async () => {
    const [kim, jo] = await Promise.all(
      ["kim", "jo"].map(async (name) => (await fetch(`${other.url}/people/${name}`)).json()),
    );
    expect([kim.name, jo.name]).toEqual(["Kim Lee", "jo"]);
  });

  test("has generated items, of which pages end", async () => {
    const headers = { prefer: "dynamic=true, seed=a" };
    const ids: number[] = [];
    let page = 1;
    for (; page < 10; page += 1) {
      const found: { id: number }[] = await (
        await fetch(`${other.url}/numbered?per_page=2&page=${page}`, { headers })
      ).json();
      if (found.length === 0) break;
      ids.push(...found.map(({ id }) => id));
    }
    expect([page, ids.length]).toEqual([4, 5]);
  });
});
