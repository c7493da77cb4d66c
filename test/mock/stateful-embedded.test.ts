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
