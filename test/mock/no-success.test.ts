import { expect, test } from "vitest";
import { startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";

// Some documents describe only the errors of an operation, as the oldest one that everybody knows does.

const PET = { type: "object", required: ["name"], properties: { id: { type: "integer" }, name: { type: "string" } } };
const content = { "application/json": { schema: PET } };
const id = { name: "petId", in: "path", required: true, schema: { type: "integer" } };
const ERROR = { description: "Invalid input" };

/** @param errors the responses of writes */
const pathsOf = (errors: JsonObject): JsonObject => ({
  "/pet": { post: { requestBody: { required: true, content }, responses: errors } },
  "/pet/{petId}": {
    parameters: [id],
    get: { responses: { "200": { description: "A pet.", content }, "404": ERROR } },
    delete: { responses: errors },
  },
});

async function withMock(
  paths: JsonObject,
  options: { state?: boolean; strict?: boolean },
  use: (url: string) => Promise<void>,
) {
  const document = { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths };
  const mock = await startMock({ document, port: 0, ...options });
  try {
    await use(mock.url);
  } finally {
    await mock.close();
  }
}

const add = (url: string, body: JsonObject) =>
  fetch(`${url}/pet`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

test.each([
  ["405", { "405": ERROR }],
  ["4XX", { "4XX": ERROR }],
  ["400 and 404 with content", { "404": ERROR, "400": { ...ERROR, content } }],
])("a valid request gets no error where the document has only %s, and the state has what it did", async (_, errors) => {
  for (const state of [false, true]) {
    await withMock(pathsOf(errors), { state }, async (url) => {
      const added = await add(url, { id: 7, name: "Rex" });
      expect([added.status, added.headers.get("x-mock-warning")]).toEqual([
        state ? 201 : 204,
        "not valid by the contract: POST /pet documents no success",
      ]);
      if (state) expect(await added.json()).toEqual({ id: 7, name: "Rex" });
      expect((await add(url, { id: 8 })).status).toBeGreaterThanOrEqual(400);
      const found = await fetch(`${url}/pet/7`);
      expect(found.status).toBe(200);
      if (!state) return;
      expect(await found.json()).toEqual({ id: 7, name: "Rex" });
      expect((await fetch(`${url}/pet/7`, { method: "DELETE" })).status).toBe(204);
      expect((await fetch(`${url}/pet/7`)).status).toBe(404);
    });
  }
});

test("the response to a creation has the identifier that the server chose, also where the document has no success", async () => {
  await withMock(pathsOf({ "405": ERROR }), { state: true }, async (url) => {
    const added = await add(url, { name: "Rex" });
    const pet = await added.json();
    expect([added.headers.get("location"), pet]).toEqual([`/pet/${pet.id}`, { id: expect.any(Number), name: "Rex" }]);
    expect(await (await fetch(`${url}/pet/${pet.id}`)).json()).toEqual(pet);
    const missing = await fetch(`${url}/pet/99`);
    expect([missing.status, missing.headers.get("mock-state")]).toEqual([404, "kept"]);
  });
});

test("a strict mock says that the document has no success", async () => {
  await withMock(pathsOf({ "405": ERROR }), { strict: true }, async (url) => {
    const response = await add(url, { name: "Rex" });
    expect([response.status, (await response.json()).detail]).toEqual([
      500,
      expect.stringContaining("POST /pet documents no success"),
    ]);
  });
});
