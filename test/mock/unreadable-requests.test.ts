import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";

const json = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
const ERROR: JsonObject = {
  description: "The request is wrong.",
  content: {
    "application/vnd.error+json": { schema: { type: "object", properties: { message: { type: "string" } } } },
  },
};

/** Notes, whose errors have a form of their own, and words, for which the document has no errors. */
const DOCUMENT: OpenApiDocument = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1.0.0" },
  paths: Object.fromEntries(
    ["notes", "words"].map((name) => [
      `/${name}/{id}`,
      {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        post: {
          operationId: name,
          requestBody: { content: json({}) },
          responses: {
            "200": { description: "It is saved.", content: json({ type: "object" }) },
            ...(name === "notes" && { "400": ERROR, "413": ERROR }),
          },
        },
      },
    ]),
  ),
};

const mocks: Mock[] = [];
beforeAll(async () => {
  for (const state of [false, true]) mocks.push(await startMock({ document: DOCUMENT, port: 0, state }));
});
afterAll(() => Promise.all(mocks.map((mock) => mock.close())));

const DEEP = "[".repeat(10_000) + "]".repeat(10_000);
const UNREADABLE: readonly (readonly [what: string, id: string, init: RequestInit, status: number, says: RegExp])[] = [
  ["its path", "%zz%ff", {}, 400, /not part of a percent-encoded character/],
  ["its Accept", "1", { headers: { accept: "foo" } }, 400, /not a media type/],
  ["its Content-Type", "1", { headers: { "content-type": "foo" } }, 400, /not a media type/],
  ["the depth of its body", "1", { body: DEEP, headers: { "content-type": "application/json" } }, 400, /The body/],
  ["the size of its body", "1", { body: "x".repeat(11 * 1024 * 1024) }, 413, /larger than/],
];

const send = (mock: Mock | undefined, path: string, init: RequestInit = {}) =>
  fetch(`${mock?.url}${path}`, { method: "POST", ...init });

test.each(UNREADABLE)(
  "a request that cannot be read, by %s, gets the documented error",
  async (_, id, init, status, says) => {
    for (const mock of mocks) {
      const response = await send(mock, `/notes/${id}`, init);
      expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/vnd.error+json"]);
      expect(JSON.parse(await response.text()).message).toMatch(says);
    }
  },
);

test.each(UNREADABLE)(
  "it gets a problem where the document has no error, for %s",
  async (_, id, init, status, says) => {
    for (const mock of mocks) {
      const response = await send(mock, `/words/${id}`, init);
      expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
      expect(JSON.parse(await response.text()).detail).toMatch(says);
    }
  },
);

test("a further request to the same address is not taken for one that could not be read", async () => {
  for (const mock of mocks) {
    expect((await send(mock, "/notes/1", { headers: { accept: "foo" } })).status).toBe(400);
    expect((await send(mock, "/notes/1")).status).toBe(200);
    expect((await send(mock, "/notes/1", { headers: { accept: "foo" } })).status).toBe(400);
  }
});
