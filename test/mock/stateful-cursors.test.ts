import { afterAll, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { documentOf } from "#test/verify/small-document.js";

const running: Mock[] = [];
afterAll(() => Promise.all(running.map((mock) => mock.close())));

const TEXT: JsonObject = { type: "string" };
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const query = (name: string, schema: JsonObject): JsonObject => ({ name, in: "query", schema });
const ITEM: JsonObject = { ...object({ id: { type: "integer" }, name: TEXT }), required: ["id", "name"] };
const SIZE = query("limit", { type: "integer", minimum: 1, default: 20 });

/** A stateful mock with 23 things, whose list has some fields and parameters, and the value of a request. */
async function things(fields: JsonObject, parameters: JsonObject[], example: JsonObject = {}) {
  const items: JsonObject = { type: "array", items: ITEM };
  const content = {
    "application/json": { schema: { ...object({ data: items, ...fields }) }, example: { data: [], ...example } },
  };
  const one = { "application/json": { schema: ITEM } };
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const sort = query("sort", { type: "string", enum: ["name"] });
  const document = documentOf({
    "/things": {
      get: { parameters: [...parameters, SIZE, sort], responses: { "200": { description: "Things.", content } } },
      post: {
        requestBody: { content: { "application/json": { schema: object({ name: TEXT }) } } },
        responses: { "201": { description: "A thing.", content: one } },
      },
    },
    "/things/{id}": {
      get: { parameters: [id], responses: { "200": { description: "A thing.", content: one } } },
      delete: { parameters: [id], responses: { "204": { description: "Gone." } } },
    },
  });
  const mock = await startMock({ document, port: 0, state: true, rows: 23 });
  running.push(mock);
  return async (path: string, method = "GET"): Promise<{ status: number; body: JsonObject; ids: Json[] }> => {
    const response = await fetch(mock.url + path, { method });
    const text = await response.text();
    const body: JsonObject = text === "" ? {} : JSON.parse(text);
    const shown = Array.isArray(body.data) ? body.data : [];
    return { status: response.status, body, ids: shown.map((item) => valueAt(item, "/id") ?? null) };
  };
}

const CURSOR = query("cursor", TEXT);
const AFTER = query("after", TEXT);

const WALKS: [pointer: string, fields: JsonObject, parameter: JsonObject, example?: JsonObject][] = [
  [
    "/meta/paginate/next_page",
    { meta: object({ paginate: object({ next_page: TEXT }) }) },
    CURSOR,
    { meta: { paginate: { next_page: "eyJx" } } },
  ],
  [
    "/meta/pagination/cursors/next",
    { meta: object({ pagination: object({ cursors: object({ next: TEXT }) }) }) },
    CURSOR,
  ],
  ["/response_metadata/next_cursor", { response_metadata: object({ next_cursor: TEXT }) }, CURSOR],
  [
    "/paging/cursors/after",
    { paging: object({ next: TEXT, cursors: object({ before: TEXT, after: TEXT }) }) },
    AFTER,
    { paging: { next: "https://x.example/things?after=MTA", cursors: { before: "OQ", after: "MTA" } } },
  ],
  ["/page_info/end_cursor", { page_info: object({ end_cursor: TEXT, has_next_page: { type: "boolean" } }) }, AFTER],
  ["/next_cursor", { next_cursor: { type: "string", minLength: 24 } }, CURSOR],
  ["/next_cursor", { next_cursor: { type: "string", format: "uuid" } }, CURSOR],
  ["/next_cursor", { next_cursor: { type: "string", format: "byte" } }, CURSOR],
  [
    "/next_cursor",
    { next_cursor: { type: "string", pattern: "^cur_[0-9]{6}$" } },
    CURSOR,
    { next_cursor: "cur_000123" },
  ],
  ["/next_cursor", { next_cursor: { type: "integer" } }, query("cursor", { type: "integer" })],
];

test.each(WALKS)(
  "the cursor at %s leads through the whole list, and none that was sent is rejected: %j",
  async (pointer, fields, parameter, example) => {
    const send = await things(fields, [parameter], example);
    const ids: Json[] = [];
    let path = "/things?limit=5";
    for (let pages = 0; pages < 9; pages += 1) {
      const { status, body, ids: shown } = await send(path);
      expect(status, path).toBe(200);
      ids.push(...shown);
      const cursor = valueAt(body, pointer);
      if (cursor === undefined || cursor === null || shown.length === 0) break;
      path = `/things?limit=5&${parameter.name}=${encodeURIComponent(String(cursor))}`;
    }
    expect([ids.length, new Set(ids).size]).toEqual([23, 23]);
  },
);

test("an address beside a cursor leads to the same page", async () => {
  const [, , , example] = WALKS[3] ?? [];
  const send = await things({ paging: object({ next: TEXT, cursors: object({ after: TEXT }) }) }, [AFTER], example);
  const { body } = await send("/things?limit=5");
  const [address, cursor] = ["/paging/next", "/paging/cursors/after"].map((pointer) => String(valueAt(body, pointer)));
  expect((await send(address ?? "")).ids).toEqual((await send(`/things?limit=5&after=${cursor}`)).ids);
});

test("a cursor into a sorted list stays right after the deletion of its item", async () => {
  const send = await things({ next_cursor: TEXT }, [CURSOR]);
  const all = (await send("/things?limit=23&sort=name")).ids;
  const { body, ids } = await send("/things?limit=5&sort=name");
  await send(`/things/${ids.at(-1)}`, "DELETE");
  const next = await send(`/things?limit=5&sort=name&cursor=${body.next_cursor}`);
  expect([next.status, next.ids]).toEqual([200, all.slice(5, 10)]);
});

test("a cursor that no page had is rejected, and one whose way names do not say is ignored", async () => {
  const known = await things({ next_cursor: TEXT }, [CURSOR]);
  expect((await known("/things?cursor=!foreign")).status).toBe(400);
  const unknown = await things({ onward: TEXT }, [CURSOR], { onward: "eyJx" });
  expect((await unknown("/things?cursor=eyJx")).status).toBe(200);
});
