import { afterEach, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { fields, kind, named, shows } from "./placed-shapes.js";

let mock: Mock | undefined;
afterEach(() => mock?.close());

const served = (type: string, more: JsonObject = {}): JsonObject => ({ type, readOnly: true, ...more });
const ARTICLE: JsonObject = {
  type: "object",
  required: ["id", "favorited", "favoritesCount", "view_count", "discount", "raters_count", "visible"],
  properties: {
    ...{ id: served("string"), title: { type: "string" }, favorited: served("boolean"), visible: served("boolean") },
    ...{
      favoritesCount: served("integer"),
      view_count: served("integer"),
      discount: served("integer", { minimum: 7 }),
    },
    raters_count: served("integer", { minimum: 3 }),
  },
};
const LIKE: JsonObject = {
  type: "object",
  required: ["articleId", "liked"],
  properties: { articleId: { type: "string" }, liked: { type: "boolean" } },
};
const DOCUMENT = documentOf({
  ...kind("/articles", "/articles/{id}", ARTICLE, named("id")),
  "/articles/{id}/favorite": { parameters: named("id"), post: { responses: { "200": shows(ARTICLE) } } },
  "/articles/{id}/reactions": { parameters: named("id"), post: { responses: { "200": shows(LIKE) } } },
});

async function post(path: string, json?: JsonObject) {
  const body = json && { headers: { "content-type": "application/json" }, body: JSON.stringify(json) };
  return (await fetch(`${mock?.url}${path}`, { method: "POST", ...body })).json();
}

test("in a new resource nothing is counted, and no action is done, where the document admits that", async () => {
  mock = await startMock({ document: DOCUMENT, port: 0, state: true });
  const made = await post("/articles", { title: "New" });
  expect(made).toMatchObject({ favorited: false, favoritesCount: 0, view_count: 0 });
  expect(made.discount).toBeGreaterThanOrEqual(7);
  expect(made.raters_count).toBeGreaterThanOrEqual(3);
  expect(await post(`/articles/${made.id}/favorite`)).toMatchObject({ favorited: true, favoritesCount: 1 });
});

test.each([true, false])("a response names the resource around its path, with state: %s", async (state) => {
  mock = await startMock({ document: DOCUMENT, port: 0, state });
  const id = state ? (await post("/articles", { title: "New" })).id : "a";
  expect(await post(`/articles/${id}/reactions`)).toMatchObject({ articleId: id });
});

test("a resource has an identifier where its field may be null", async () => {
  const id = { type: ["string", "null"], pattern: "^th[0-9a-f]{8}$", readOnly: true };
  const thing: JsonObject = { type: "object", properties: { id, name: { type: "string" } } };
  mock = await startMock({
    document: documentOf(kind("/things", "/things/{id}", thing, named("id"))),
    port: 0,
    state: true,
  });
  for (let made = 0; made < 20; made += 1) {
    expect((await post("/things", { name: "New" })).id).toMatch(/^th/);
  }
});

test.each<[string, JsonObject]>([
  ["a number or its text", { type: ["integer", "string"], pattern: "^-?(?:0|[1-9]\\d*)$", format: "int32" }],
  ["a number or null", { type: ["integer", "null"] }],
  ["a number", { type: "integer" }],
])("the total of a list that is %s is the number of its items", async (_, total) => {
  const thing = fields("id", "name");
  const things = kind("/things", "/things/{id}", thing, named("id"));
  const page: JsonObject = {
    type: "object",
    required: ["items", "totalCount"],
    properties: { items: { type: "array", items: thing }, totalCount: total },
  };
  const get = { responses: { "200": shows(page) } };
  const collection = { ...Object(things["/things"]), get };
  mock = await startMock({ document: documentOf({ ...things, "/things": collection }), port: 0, state: true });
  for (let made = 1; made <= 10; made += 1) {
    await post("/things", { id: `t${made}` });
    expect((await (await fetch(`${mock.url}/things`)).json()).totalCount).toBe(made);
  }
});
