import { setupServer } from "msw/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import { contractHandlers } from "#mock/msw/handlers.js";
import type { JsonObject } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { documentOf } from "#test/verify/small-document.js";

/** An error without content, whose header every response has. */
const error: JsonObject = {
  description: "An error.",
  headers: { "X-Request-ID": { required: true, schema: { type: "string", format: "uuid" } } },
};
const NOTE: JsonObject = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer", readOnly: true }, text: { type: "string" } },
};
const content: JsonObject = { "application/json": { schema: NOTE } };
const errors = Object.fromEntries(["400", "401", "404", "415", "422"].map((status) => [status, error]));
const DOCUMENT = {
  ...documentOf({
    "/notes": {
      post: { requestBody: { required: true, content }, responses: { "201": { description: "", content }, ...errors } },
    },
    "/notes/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": { description: "", content }, ...errors } },
    },
  }),
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  security: [{ key: [] }],
};

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ document: DOCUMENT, port: 0, state: true });
});
afterAll(() => mock.close());

/** A response of the handlers for MSW, which are in the way of this request alone. */
async function fromHandlers(path: string, init: RequestInit): Promise<Response> {
  const places = Object.fromEntries(
    operationsOf(DOCUMENT).map(({ id, method, path: at }) => [id, [method, at] as const]),
  );
  const server = setupServer(
    ...contractHandlers<Record<string, never>>(DOCUMENT, places).handlers({}, { state: true }),
  );
  server.listen();
  try {
    return await fetch(`https://api.example.com${path}`, init);
  } finally {
    server.close();
  }
}

const KEY = { authorization: "Bearer any" };
const JSON_TYPE = { "content-type": "application/json" };
const REJECTED: readonly (readonly [status: number, path: string, init: RequestInit])[] = [
  [401, "/notes/1", {}],
  [404, "/notes/1", { headers: KEY }],
  [415, "/notes", { method: "POST", body: "x", headers: { ...KEY, "content-type": "text/csv" } }],
  [422, "/notes", { method: "POST", body: "[]", headers: { ...KEY, ...JSON_TYPE } }],
];

test.each(REJECTED)(
  "a problem in place of an error of %i without content has its headers: %s",
  async (status, path, init) => {
    for (const response of [await fetch(mock.url + path, init), await fromHandlers(path, init)]) {
      expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
      expect(response.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
    }
  },
);

test("so has a problem with a request that cannot be read", async () => {
  const response = await fetch(`${mock.url}/notes/1`, { headers: { ...KEY, accept: "foo" } });
  expect([response.status, response.headers.get("x-request-id")?.length]).toEqual([400, 36]);
});
