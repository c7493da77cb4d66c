import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import type { Json, JsonObject, OpenApiDocument } from "#openapi/document/document.js";

const LOGO: JsonObject = { type: "object", required: ["color"], properties: { color: { type: "string" } } };
const shows = (schema: JsonObject): JsonObject => ({
  description: "It is shown.",
  content: { "application/json": { schema } },
});
const sends = (schema: JsonObject): JsonObject => ({
  required: true,
  content: { "application/json": { schema } },
});
const FILE: JsonObject = {
  description: "A file.",
  content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
};
const MISSING: JsonObject = { description: "It is missing." };

/** The operations of one path whose GET may respond with 404. */
function single(name: string, schema: JsonObject, more: JsonObject): JsonObject {
  return { get: { operationId: `get-${name}`, responses: { "200": shows(schema), "404": MISSING } }, ...more };
}

const post = (more: JsonObject = {}): JsonObject => ({
  post: {
    operationId: `post-${Object.keys(more).length}`,
    requestBody: sends(LOGO),
    responses: { "201": shows(LOGO), ...more },
  },
});
const remove: JsonObject = { delete: { operationId: "remove", responses: { "204": MISSING, "404": MISSING } } };
const put = (schema: JsonObject): JsonObject => ({
  put: { operationId: `put-${JSON.stringify(schema)}`, requestBody: sends(schema), responses: { "204": MISSING } },
});

const DOCUMENT: OpenApiDocument = {
  openapi: "3.1.0",
  info: { title: "Single resources", version: "1.0.0" },
  paths: {
    "/logo": single("logo", LOGO, { ...post(), ...remove }),
    "/contract": single("contract", LOGO, post({ "409": MISSING })),
    "/glossary": single("glossary", { type: "string" }, put({ type: "string" })),
    "/level": single("level", { type: "integer" }, put({ type: "integer" })),
    "/certificate": {
      get: { operationId: "get-file", responses: { "200": FILE } },
      post: { operationId: "post-file", requestBody: FILE, responses: { "204": MISSING } },
      delete: { operationId: "remove-file", responses: { "204": MISSING } },
    },
    "/words": single("words", { type: "array", items: { type: "string" } }, put({ type: "array" })),
  },
};

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ document: DOCUMENT, port: 0, state: true });
});
afterAll(() => mock.close());

async function send(method: string, path: string, json?: Json) {
  const body =
    json === undefined ? {} : { body: JSON.stringify(json), headers: { "content-type": "application/json" } };
  const response = await fetch(mock.url + path, { method, ...body });
  const text = await response.text();
  return { status: response.status, kept: response.headers.get("mock-state"), body: text && JSON.parse(text) };
}

test("a single resource exists from the start, and can be removed and created again", async () => {
  expect((await send("GET", "/logo")).status).toBe(200);
  expect((await send("DELETE", "/logo")).status).toBe(204);
  expect((await send("GET", "/logo")).status).toBe(404);
  expect((await send("DELETE", "/logo")).status).toBe(404);
  expect((await send("POST", "/logo", { color: "red" })).status).toBe(201);
  expect((await send("GET", "/logo")).body).toEqual({ color: "red" });
  await send("POST", "/logo", { color: "blue" });
  expect((await send("GET", "/logo")).body).toEqual({ color: "blue" });
});

test("one whose creation conflicts with it has to be created", async () => {
  expect((await send("GET", "/contract")).status).toBe(404);
  expect((await send("POST", "/contract", { color: "red" })).status).toBe(201);
  expect((await send("POST", "/contract", { color: "red" })).status).toBe(409);
});

test.each(["/glossary", "/level", "/words"])("%s is no object: it is answered as without state", async (path) => {
  const { status, kept } = await send("GET", path);
  expect([status, kept]).toEqual([200, "documented"]);
});

test("a file that may not be missing is there until it is removed", async () => {
  const at = `${mock.url}/certificate`;
  const headers = { "content-type": "application/octet-stream" };
  expect((await fetch(at)).status).toBe(200);
  for (const text of ["one", "two"]) {
    await fetch(at, { method: "POST", body: text, headers });
    expect(await (await fetch(at)).text()).toBe(text);
    expect((await fetch(at, { method: "DELETE" })).status).toBe(204);
    expect((await fetch(at)).status).toBe(404);
  }
});
