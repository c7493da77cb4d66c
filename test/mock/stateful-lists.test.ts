import { afterAll, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";

const running: Mock[] = [];
afterAll(() => Promise.all(running.map((mock) => mock.close())));

const TEXT: JsonObject = { type: "string" };
const INTEGER: JsonObject = { type: "integer" };
const object = (properties: JsonObject): JsonObject => ({
  ...{ type: "object", properties },
  required: Object.keys(properties),
});
const query = (name: string, schema: JsonObject): JsonObject => ({ name, in: "query", schema });
const json = (schema: JsonObject) => ({ "application/json": { schema } });
const answer = (schema: JsonObject) => ({ description: "Done.", content: json(schema) });
const PER = query("per", { type: "integer", minimum: 1, maximum: 50, default: 25 });

/** The paths of one kind of resource: a list, a creation and a read. */
function pathsOf(name: string, fields: JsonObject, parameters: JsonObject[], more: JsonObject = {}): JsonObject {
  const shown = object({ id: INTEGER, ...fields });
  const id = { name: "id", in: "path", required: true, schema: INTEGER };
  return {
    [`/${name}`]: {
      get: {
        parameters,
        ...more,
        responses: { "200": answer(object({ data: { type: "array", items: shown } })), "400": { description: "No." } },
      },
      post: { requestBody: { content: json(object({ ...fields })) }, responses: { "201": answer(shown) } },
    },
    [`/${name}/{id}`]: { get: { parameters: [id], responses: { "200": answer(shown) } } },
  };
}

async function started(paths: JsonObject, rows: number) {
  const mock = await startMock({ document: documentOf(paths), port: 0, state: true, rows });
  running.push(mock);
  return async (path: string, sent?: JsonObject): Promise<{ items: JsonObject[]; choice: string | null }> => {
    const more = sent && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(sent),
    };
    const response = await fetch(mock.url + path, more);
    const body: { data?: JsonObject[] } = await response.json();
    return { items: body.data ?? [], choice: response.headers.get("x-mock-choice") };
  };
}

test("the mock with state serves pages of the size that `per` asks for, and by default those of the document", async () => {
  const send = await started(pathsOf("tags", { name: TEXT }, [PER, query("page", INTEGER)]), 30);
  const counts = await Promise.all(
    ["", "?page=2", "?per=3", "?per=3&page=10", "?per=3&page=11"].map(
      async (search) => (await send(`/tags${search}`)).items.length,
    ),
  );
  expect(counts).toEqual([25, 5, 3, 3, 0]);
});

test("the mock with state serves the page size that names suggest, where a stated paging names none", async () => {
  const paging = { "x-numbered-pages": { items: "/data", parameter: "page", counts: "pages", first: 1 } };
  const send = await started(pathsOf("tags", { name: TEXT }, [PER, query("page", INTEGER)], paging), 30);
  expect((await send("/tags?per=7")).items).toHaveLength(7);
});

test("a search lists what has the text, in any case, and pages what it found", async () => {
  const parameters = [query("query", TEXT), query("limit", INTEGER), query("page", INTEGER)];
  const send = await started(pathsOf("users", { name: TEXT, mail: TEXT }, parameters), 0);
  for (const name of ["Ada", "Adam", "Bob"]) await send("/users", { name, mail: `${name}@example.com` });
  const found = async (search: string) => (await send(`/users?${search}`)).items.map(({ name }) => name);
  expect(await found("query=aDa")).toEqual(["Ada", "Adam"]);
  expect(await found("query=aDa&limit=1&page=2")).toEqual(["Adam"]);
  expect(await found("query=bob%40")).toEqual(["Bob"]);
  expect(await found("query=zzzzzz")).toEqual([]);
});

test("the mock with state says which parameters of a list it ignores, and none that it applies", async () => {
  const availability = query("availability", { type: "string", enum: ["public", "is_member"] });
  const parameters = [query("query", TEXT), query("name", TEXT), availability, query("limit", INTEGER)];
  const send = await started(pathsOf("chats", { name: TEXT }, parameters), 3);
  expect((await send("/chats?query=a&name=b&limit=2")).choice).toBe("state of the mock");
  expect((await send("/chats?availability=public&limit=2")).choice).toBe(
    "state of the mock, which ignores availability",
  );
});

test("generated rows refer to rows of the resources that their fields name", async () => {
  const message = { chat_id: INTEGER, reader_ids: { type: "array", items: INTEGER, minItems: 1 }, content: TEXT };
  const send = await started(
    {
      ...pathsOf("messages", message, [query("chat_id", INTEGER)]),
      ...pathsOf("chats", { name: TEXT }, []),
      ...pathsOf("readers", { name: TEXT }, []),
    },
    12,
  );
  const messages = (await send("/messages")).items;
  const ids = async (path: string): Promise<Json[]> => (await send(path)).items.map(({ id = null }) => id);
  const [chats, readers] = [await ids("/chats"), await ids("/readers")];
  const counts = await Promise.all(chats.map(async (id) => (await send(`/messages?chat_id=${id}`)).items.length));
  expect(counts).toEqual(chats.map(() => 1));
  const named = messages.flatMap(({ reader_ids }) => (Array.isArray(reader_ids) ? reader_ids : []));
  expect(named.filter((id) => !readers.includes(id))).toEqual([]);
});

test("generated rows were created one after the other in the last weeks, and a new resource is the newest", async () => {
  const MOMENT: JsonObject = { type: "string", format: "date-time", readOnly: true };
  const send = await started(pathsOf("notes", { text: TEXT, createdAt: MOMENT }, [query("page", INTEGER), PER]), 40);
  const before = await send("/notes?per=50");
  await send("/notes", { text: "new" });
  const moments = (await send("/notes?per=50")).items.map(({ createdAt }) => Date.parse(String(createdAt)));
  const [first = 0] = moments;
  const days = new Set(moments.map((moment) => new Date(moment).toISOString().slice(0, 10)));
  expect(before.items).toHaveLength(40);
  expect(moments).toEqual(moments.toSorted((one, other) => one - other));
  expect(moments.at(-1)).toBeGreaterThan(Date.now() - 60_000);
  expect(Date.now() - first).toBeGreaterThan(30 * 24 * 60 * 60 * 1000);
  expect(days.size).toBeGreaterThan(20);
});
