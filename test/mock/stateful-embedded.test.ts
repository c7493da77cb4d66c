import { afterEach, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { fields, kind, named } from "./placed-shapes.js";

let mock: Mock | undefined;
afterEach(() => mock?.close());

async function send(method: string, path: string, json?: JsonObject) {
  const headers = { "content-type": "application/json" };
  const body = json && { headers, body: JSON.stringify(json) };
  const response = await fetch(`${mock?.url}${path}`, { method, ...body });
  return { status: response.status, body: JSON.parse((await response.text()) || "null") };
}

const withList = (schema: JsonObject, name: string, items: JsonObject): JsonObject => ({
  ...schema,
  required: ["id", name],
  properties: { ...Object(schema.properties), [name]: { type: "array", readOnly: true, items } },
});

const VISIT = fields("id", "reason");
const PET = withList(fields("id", "name", "secret"), "visits", VISIT);
const OWNER = withList(fields("id", "name"), "pets", withList(fields("id", "name"), "visits", VISIT));
const PATHS = {
  ...kind("/owners", "/owners/{ownerId}", OWNER, named("ownerId")),
  ...kind("/owners/{ownerId}/pets", "/owners/{ownerId}/pets/{petId}", PET, named("ownerId", "petId")),
  ...kind(
    "/owners/{ownerId}/pets/{petId}/visits",
    "/owners/{ownerId}/pets/{petId}/visits/{id}",
    VISIT,
    named("ownerId", "petId", "id"),
  ),
};

test("a resource shows what a second creation makes below it", async () => {
  const visits = kind("/visits", "/visits/{id}", VISIT, named("id"));
  const post = Object(visits["/visits"]).post;
  const below = { "/pets/{petId}/visits": { parameters: named("petId"), post } };
  const pets = kind("/pets", "/pets/{petId}", PET, named("petId"));
  mock = await startMock({ document: documentOf({ ...pets, ...visits, ...below }), port: 0, state: true });
  await send("POST", "/pets", { id: "p" });
  await send("POST", "/pets/p/visits", { id: "v", reason: "shot" });
  await send("PATCH", "/visits/v", { id: "v", reason: "check" });
  expect((await send("GET", "/pets/p")).body.visits).toEqual([{ id: "v", reason: "check" }]);
  await send("DELETE", "/visits/v");
  expect((await send("GET", "/pets/p")).body.visits).toEqual([]);
});

test("a resource shows those below it, from its creation, which has none, to the end of the last one", async () => {
  mock = await startMock({ document: documentOf(PATHS), port: 0, state: true });
  expect((await send("POST", "/owners", { id: "o", name: "Ada" })).body).toEqual({ id: "o", name: "Ada", pets: [] });
  await send("POST", "/owners", { id: "other" });
  await send("POST", "/owners/o/pets", { id: "p", name: "Leo", secret: "x" });
  const leo = { id: "p", name: "Leo", visits: [] };
  expect((await send("GET", "/owners/o")).body.pets).toEqual([leo]);
  expect((await send("GET", "/owners")).body[0].pets).toEqual([leo]);
  expect((await send("GET", "/owners/other")).body.pets).toEqual([]);
  await send("POST", "/owners/o/pets", { id: "q", name: "Max" });
  await send("PATCH", "/owners/o/pets/p", { id: "p", name: "Rex" });
  await send("POST", "/owners/o/pets/p/visits", { id: "v", reason: "shot" });
  const rex = { id: "p", name: "Rex", visits: [{ id: "v", reason: "shot" }] };
  expect((await send("GET", "/owners/o")).body.pets).toEqual([rex, { id: "q", name: "Max", visits: [] }]);
  await send("PATCH", "/owners/o", { id: "o", name: "Ada King" });
  expect((await send("GET", "/owners/o")).body).toMatchObject({ name: "Ada King", pets: [rex, { id: "q" }] });
  await send("DELETE", "/owners/o/pets/q");
  await send("DELETE", "/owners/o/pets/p/visits/v");
  expect((await send("GET", "/owners/o")).body.pets).toEqual([{ ...rex, visits: [] }]);
});

const counted = (schema: JsonObject, ...names: string[]): JsonObject => ({
  ...schema,
  properties: {
    ...Object(schema.properties),
    ...Object.fromEntries(names.map((name) => [name, { type: "integer", minimum: 0, readOnly: true }])),
  },
});

/** Pets with a list and a count of visits, which have a collection of their own and name their pet. */
function clinic(): JsonObject {
  const visit = fields("id", "reason", "petId");
  const pet = counted(withList(fields("id", "name"), "visits", visit), "visitsCount", "viewCount");
  return {
    ...kind("/pets", "/pets/{petId}", pet, named("petId")),
    ...kind("/visits", "/visits/{id}", visit, named("id")),
  };
}

test("a resource shows, and counts, those that name it in a field", async () => {
  mock = await startMock({ document: documentOf(clinic()), port: 0, state: true });
  for (const id of ["p", "q"]) await send("POST", "/pets", { id, name: "Leo" });
  const shown = async (id: string) => {
    const { visits, visitsCount } = (await send("GET", `/pets/${id}`)).body;
    return [visits.map((visit: { id: string }) => visit.id), visitsCount];
  };
  expect(await shown("p")).toEqual([[], 0]);
  await send("POST", "/visits", { id: "v", petId: "p", reason: "shot" });
  await send("POST", "/visits", { id: "w", petId: "p", reason: "check" });
  await send("POST", "/visits", { id: "x", petId: "unknown" });
  expect([await shown("p"), await shown("q")]).toEqual([
    [["v", "w"], 2],
    [[], 0],
  ]);
  await send("PATCH", "/visits/v", { id: "v", reason: "other" });
  expect((await send("GET", "/pets/p")).body.visits[0]).toEqual({ id: "v", petId: "p", reason: "other" });
  await send("PATCH", "/visits/v", { id: "v", petId: "q" });
  expect([await shown("p"), await shown("q")]).toEqual([
    [["w"], 1],
    [["v"], 1],
  ]);
  await send("DELETE", "/visits/w");
  expect(await shown("p")).toEqual([[], 0]);
  expect((await send("GET", "/pets/p")).body.viewCount).toBe(0);
});

test("what a second creation below a resource makes is in its list and its count, and names it", async () => {
  const paths = clinic();
  const post = Object(paths["/visits"]).post;
  const below = { "/pets/{petId}/visits": { parameters: named("petId"), post } };
  mock = await startMock({ document: documentOf({ ...paths, ...below }), port: 0, state: true });
  await send("POST", "/pets", { id: "p", name: "Leo" });
  await send("POST", "/pets/p/visits", { id: "v", reason: "shot" });
  await send("POST", "/visits", { id: "w", petId: "p" });
  const visits = [
    { id: "v", petId: "p", reason: "shot" },
    { id: "w", petId: "p" },
  ];
  expect((await send("GET", "/pets/p")).body).toMatchObject({ visits, visitsCount: 2 });
  expect((await send("GET", "/visits")).body).toEqual(visits);
});

test.each(["commentCount", "comments_count"])("a count of those below a path follows them: %s", async (name) => {
  const comments = kind(
    "/posts/{postId}/comments",
    "/posts/{postId}/comments/{id}",
    fields("id", "text"),
    named("postId", "id"),
  );
  const item = Object(comments["/posts/{postId}/comments/{id}"]);
  item.put = item.patch;
  const posts = kind("/posts", "/posts/{id}", counted(fields("id", "title"), name, "discount"), named("id"));
  mock = await startMock({
    document: documentOf({ ...posts, ...comments }),
    ...{ port: 0, state: true, seedData: { "/posts": [{ id: "p", [name]: 5, discount: 7 }] } },
  });
  await send("POST", "/posts/p/comments", { id: "c", text: "nice" });
  expect((await send("GET", "/posts/p")).body).toEqual({ id: "p", [name]: 6, discount: 7 });
  await send("PUT", "/posts/p/comments/c", { id: "c", text: "better" });
  expect((await send("GET", "/posts")).body[0][name]).toBe(6);
  await send("DELETE", "/posts/p/comments/c");
  expect((await send("GET", "/posts/p")).body[name]).toBe(5);
});
