import { expect, test } from "vitest";
import { startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { fields, kind, named } from "./placed-shapes.js";

// A change at the path of a collection names the resource in its body, as PUT /pet does.

const PET = fields("id", "name", "status");
const requestBody: JsonObject = {
  required: true,
  content: { "application/json": { schema: fields("id", "name", "status") } },
};

/** Pets that may be changed at the path of their collection. */
function petsWith(operations: JsonObject) {
  const pets = kind("/pets", "/pets/{id}", PET, named("id"));
  return documentOf({ ...pets, "/pets": { ...Object(pets["/pets"]), ...operations } });
}

async function withMock(operations: JsonObject, work: (send: Send) => Promise<void>) {
  const seedData = { "/pets": [{ id: "a", name: "Rex", status: "sold" }] };
  const mock = await startMock({ document: petsWith(operations), port: 0, state: true, seedData });
  try {
    await work(async (method, path, json) => {
      const headers = json ? { "content-type": "application/json" } : {};
      const response = await fetch(mock.url + path, { method, headers, ...(json && { body: JSON.stringify(json) }) });
      const body = JSON.parse((await response.text()) || "null");
      return { status: response.status, state: response.headers.get("mock-state"), body };
    });
  } finally {
    await mock.close();
  }
}

type Send = (
  method: string,
  path: string,
  json?: JsonObject,
) => Promise<{ status: number; state: string | null; body: unknown }>;

const described: JsonObject = { description: "" };

test("PUT replaces the resource that its body names, and no other", () =>
  withMock({ put: { requestBody, responses: { "200": described, "404": described } } }, async (send) => {
    expect(await send("PUT", "/pets", { id: "a", name: "Max" })).toEqual({ status: 200, state: "kept", body: null });
    expect((await send("GET", "/pets/a")).body).toEqual({ id: "a", name: "Max" });
    expect((await send("PUT", "/pets", { id: "b", name: "Max" })).status).toBe(404);
    expect((await send("GET", "/pets")).body).toEqual([{ id: "a", name: "Max" }]);
  }));

test("PUT creates what its body names where the document has 201", () =>
  withMock({ put: { summary: "Upsert", requestBody, responses: { "201": described } } }, async (send) => {
    expect((await send("PUT", "/pets", { id: "b", name: "Max" })).status).toBe(201);
    expect((await send("GET", "/pets/b")).body).toEqual({ id: "b", name: "Max" });
    expect((await send("PUT", "/pets", { id: "b", name: "Leo" })).status).toBe(201);
    expect((await send("GET", "/pets/b")).body).toEqual({ id: "b", name: "Leo" });
  }));

test("PATCH changes the fields that it has of the resource that its body names", () =>
  withMock({ patch: { requestBody, responses: { "200": described, "404": described } } }, async (send) => {
    expect((await send("PATCH", "/pets", { id: "a", name: "Max" })).status).toBe(200);
    expect((await send("GET", "/pets/a")).body).toEqual({ id: "a", name: "Max", status: "sold" });
  }));

test("a change of all resources, whose body names none, does not change one", () => {
  const status = { required: true, content: { "application/json": { schema: fields("status") } } };
  return withMock({ put: { requestBody: status, responses: { "200": described } } }, async (send) => {
    expect(await send("PUT", "/pets", { status: "sold" })).toMatchObject({ status: 200, state: "documented" });
    expect((await send("GET", "/pets/a")).body).toEqual({ id: "a", name: "Rex", status: "sold" });
  });
});
