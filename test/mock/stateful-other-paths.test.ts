import { afterEach, expect, test } from "vitest";
import { type Mock, type MockOptions, startMock } from "#mock/mock.js";
import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { fields, kind, named, shows } from "./placed-shapes.js";

const running = new Set<Mock>();
afterEach(async () => {
  for (const mock of running) await mock.close();
  running.clear();
});

async function started(document: OpenApiDocument, options: Partial<MockOptions> = {}) {
  const mock = await startMock({ document, port: 0, state: true, control: true, controlToken: "t", ...options });
  running.add(mock);
  return async (method: string, path: string, json?: JsonObject) => {
    const headers = { authorization: "Bearer t", ...(json && { "content-type": "application/json" }) };
    const response = await fetch(mock.url + path, { method, headers, ...(json && { body: JSON.stringify(json) }) });
    return { status: response.status, body: JSON.parse((await response.text()) || "null") };
  };
}

const POST = fields("id", "text", "author");
const COMMENT: JsonObject = fields("id", "text");
const PET = fields("id", "name", "ownerId");
const VISIT = fields("id", "date", "reason", "petId");
const list = (schema: JsonObject): JsonObject => ({ responses: { "200": shows({ type: "array", items: schema }) } });

const posts = kind("/posts", "/posts/{postId}", POST, named("postId"));
const comments = kind("/posts/{postId}/comments", "/x/{postId}/{id}", COMMENT, named("postId", "id"));

test.each<[behavior: string, absent: string]>([
  ["that only a change and a deletion name", "get"],
  ["that a read names too", "none"],
])("a comment %s is created below its post, which it does not change", async (_, absent) => {
  const all: [string, JsonObject][] = Object.entries({
    ...Object(comments["/x/{postId}/{id}"]),
    parameters: named("commentId"),
  });
  const item = Object.fromEntries(all.filter(([name]) => name !== absent));
  const document = documentOf({
    ...posts,
    "/posts/{postId}/comments": comments["/posts/{postId}/comments"] ?? null,
    "/comments/{commentId}": item,
  });
  const send = await started(document);
  await send("POST", "/posts", { id: "p", text: "post", author: "kim" });
  await send("POST", "/posts", { id: "q", text: "post" });
  expect((await send("GET", "/posts/p/comments")).body).toEqual([]);
  expect((await send("POST", "/posts/p/comments", { id: "c", text: "nice" })).body).toEqual({ id: "c", text: "nice" });
  expect((await send("GET", "/posts/p")).body).toEqual({ id: "p", text: "post", author: "kim" });
  expect((await send("PATCH", "/comments/c", { id: "c", text: "better" })).status).toBe(200);
  expect((await send("GET", "/posts/p/comments")).body).toEqual([{ id: "c", text: "better" }]);
  expect((await send("GET", "/posts/q/comments")).body).toEqual([]);
  expect((await send("DELETE", "/posts/p")).status).toBe(204);
  expect((await send("DELETE", "/comments/c")).status).toBe(404);
});

test("a request that adds to a list, or shows another kind, is not an action on the resource around", async () => {
  const added = { requestBody: { content: { "application/json": { schema: COMMENT } } } };
  const document = documentOf({
    ...posts,
    "/posts/{postId}/notes": {
      parameters: named("postId"),
      ...{ get: list(POST), post: { ...added, responses: { "201": shows(POST) } } },
    },
    "/posts/{postId}/visits": {
      parameters: named("postId"),
      post: { ...added, responses: { "201": shows(VISIT) } },
    },
    "/posts/{postId}/publish": {
      parameters: named("postId"),
      post: { ...added, responses: { "200": shows(fields("id", "text", "message")) } },
    },
  });
  const send = await started(document);
  await send("POST", "/posts", { id: "p", text: "post", author: "kim" });
  await send("POST", "/posts/p/notes", { id: "n", text: "note" });
  await send("POST", "/posts/p/visits", { id: "v", text: "visit" });
  expect((await send("GET", "/posts/p")).body.text).toBe("post");
  await send("POST", "/posts/p/publish", { id: "p", text: "published" });
  expect((await send("GET", "/posts/p")).body.text).toBe("published");
});

/** Pets are created below their owners, and have a path of their own. */
const PETS = documentOf({
  ...kind("/owners", "/owners/{ownerId}", fields("id"), named("ownerId")),
  "/owners/{ownerId}/pets": {
    parameters: named("ownerId"),
    post: Object(kind("/a", "/b", PET, [])["/a"]).post,
  },
  "/owners/{ownerId}/pets/{petId}": {
    ...Object(kind("/a", "/b", PET, [])["/b"]),
    parameters: named("ownerId", "petId"),
  },
  "/pets": { get: list(PET) },
  "/pets/{petId}": { ...Object(kind("/a", "/b", PET, [])["/b"]), parameters: named("petId") },
  ...kind("/pets/{petId}/visits", "/pets/{petId}/visits/{id}", VISIT, named("petId", "id")),
  "/v2/pets": {
    get: { responses: { "200": shows({ type: "object", properties: { items: { type: "array", items: PET } } }) } },
  },
});

test("what two paths name is one resource", async () => {
  const send = await started(PETS);
  for (const id of ["a", "b"]) await send("POST", "/owners", { id });
  const pet = { id: "p", name: "Leo", ownerId: "a" };
  expect((await send("POST", "/owners/a/pets", { id: "p", name: "Leo" })).body).toEqual(pet);
  expect((await send("POST", "/owners/x/pets", { id: "p", name: "Leo" })).status).toBe(404);
  for (const path of ["/owners/a/pets/p", "/pets/p"]) expect((await send("GET", path)).body).toEqual(pet);
  expect((await send("GET", "/owners/b/pets/p")).status).toBe(404);
  expect((await send("GET", "/pets")).body).toEqual([pet]);
  expect((await send("GET", "/v2/pets")).body).toEqual({ items: [pet] });
  await send("PATCH", "/owners/a/pets/p", { ...pet, name: "Max" });
  expect((await send("GET", "/pets/p")).body.name).toBe("Max");
  await send("PATCH", "/pets/p", { ...pet, name: "Rex" });
  expect((await send("GET", "/owners/a/pets/p")).body.name).toBe("Rex");
  await send("POST", "/pets/p/visits", { id: "v" });
  const snapshot = (await send("GET", "/_mock/snapshot")).body;
  expect(Object.keys(Object.values(snapshot)[0] ?? {})).toEqual(["/owners", "/owners/a/pets", "/pets/p/visits"]);
  await send("DELETE", "/owners/a");
  expect([(await send("GET", "/pets/p")).status, (await send("GET", "/pets/p/visits/v")).status]).toEqual([404, 404]);
  expect((await send("PUT", "/_mock/snapshot", snapshot)).status).toBeLessThan(300);
  expect((await send("DELETE", "/owners/a/pets/p")).status).toBe(204);
  expect((await send("GET", "/pets/p")).status).toBe(404);
});

test("what a second creation makes is listed with the others, and ends with the resource around", async () => {
  const document = documentOf({
    ...Object(PETS.paths),
    ...kind("/visits", "/visits/{id}", VISIT, named("id")),
    "/pets/{petId}/visits": { parameters: named("petId"), post: Object(kind("/a", "/b", VISIT, [])["/a"]).post },
    "/pets/{petId}/visits/{id}": {
      parameters: named("petId", "id"),
      head: { responses: { "200": { description: "" } } },
    },
  });
  const send = await started(document);
  await send("POST", "/owners", { id: "o" });
  await send("POST", "/owners/o/pets", { id: "p" });
  const visit = { id: "v", reason: "shot", petId: "p" };
  expect((await send("POST", "/pets/p/visits", { id: "v", reason: "shot" })).body).toEqual(visit);
  expect((await send("POST", "/pets/none/visits", { id: "w" })).status).toBe(404);
  await send("POST", "/visits", { id: "u" });
  expect((await send("GET", "/visits")).body).toEqual([visit, { id: "u" }]);
  expect((await send("GET", "/visits/v")).body).toEqual(visit);
  await send("DELETE", "/pets/p");
  expect((await send("GET", "/visits")).body).toEqual([{ id: "u" }]);
});

test("seed data has any of the paths", async () => {
  const seedData = { "/owners/a": { id: "a" }, "/owners/a/pets/p": { id: "p", name: "Leo" }, "/pets/q": { id: "q" } };
  const send = await started(PETS, { seedData });
  expect((await send("GET", "/pets")).body.map(({ id }: JsonObject) => id)).toEqual(["p", "q"]);
  expect((await send("GET", "/owners/a/pets/p")).status).toBe(200);
  expect((await send("GET", "/owners/a/pets/q")).status).toBe(404);
});

test("a further list shows the same resources, and a bin does not", async () => {
  const document = documentOf({
    ...kind("/articles", "/articles/{id}", POST, named("id")),
    "/articles/feed": { get: list(POST) },
    "/articles/trash": { get: list(POST) },
    "/news": { get: list(fields("id", "text")) },
  });
  const send = await started(document);
  await send("POST", "/articles", { id: "a", text: "new" });
  const ids = async (path: string) => (await send("GET", path)).body.map(({ id }: JsonObject) => id);
  expect(await ids("/articles/feed")).toEqual(["a"]);
  expect(await ids("/articles/trash")).not.toContain("a");
  expect(await ids("/news")).not.toContain("a");
  await send("DELETE", "/articles/a");
  expect(await ids("/articles/feed")).toEqual([]);
});
