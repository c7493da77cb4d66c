import { expect, test } from "vitest";
import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";

await import("#mock/prism/install-stand-ins.js");
const { createPrism } = await import("#mock/prism/prism.js");

// Prism's simple value of a text with a pattern is invalid, so the values of this error are generated.
const error = (letter: string): JsonObject => ({
  description: "Rejected",
  content: {
    "application/json": {
      schema: {
        type: "object",
        required: ["code"],
        properties: { code: { type: "string", pattern: `^${letter}[0-9]{8}$` } },
      },
    },
  },
});
const LIMIT = { in: "query", name: "limit", schema: { type: "integer" } };
const shared = (headers: JsonObject, more: JsonObject = {}): JsonObject => ({
  description: "Rejected",
  headers,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" }, ...more } },
});
const CONTRACT: OpenApiDocument = {
  openapi: "3.1.1",
  info: { title: "Things", version: "1" },
  components: {
    schemas: { Error: { type: "string", pattern: "^E[0-9]{8}$" } },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
  },
  security: [{ key: [] }],
  paths: {
    "/things": {
      get: {
        parameters: [LIMIT],
        responses: { "200": { description: "OK" }, "400": error("B"), "401": error("U") },
      },
    },
    ...Object.fromEntries(
      [
        shared({}),
        shared({}),
        shared({ "X-Id": { schema: { type: "integer" } } }),
        shared({}, { example: "E12345678" }),
      ].map((response, index) => [
        `/shared/${index}`,
        { get: { parameters: [LIMIT], responses: { "200": { description: "OK" }, "400": response } } },
      ]),
    ),
  },
};

const rejected = async (
  prism: ReturnType<typeof createPrism>,
  headers: Record<string, string> = { "x-key": "a" },
  path = "/things",
) => {
  const url = { path, query: { limit: "many" } };
  const { statusCode, body } = await prism.respond({ method: "get", url, headers, body: undefined });
  return [statusCode, body];
};

test("the values of a rejection are generated once, for each status, and for each request with dynamic=true", async () => {
  const prism = createPrism(CONTRACT);
  const first = await rejected(prism);
  expect(first).toEqual([400, expect.stringMatching(/^\{"code":"B\d{8}"\}$/)]);
  expect(await rejected(prism, { "x-key": "another" })).toEqual(first);
  expect(await rejected(prism, {})).toEqual([401, expect.stringMatching(/^\{"code":"U\d{8}"\}$/)]);
  const dynamic = { "x-key": "a", prefer: "dynamic=true" };
  expect(await rejected(prism, dynamic)).not.toEqual(await rejected(prism, dynamic));
});

test("operations that refer to one schema share the values of a rejection, unless a response has an example of its own", async () => {
  const prism = createPrism(CONTRACT);
  const [one, other, withHeader, example] = await Promise.all(
    ["/shared/0", "/shared/1", "/shared/2", "/shared/3"].map((path) => rejected(prism, { "x-key": "a" }, path)),
  );
  expect(one).toEqual([400, expect.stringMatching(/^"E\d{8}"$/)]);
  expect(other).toEqual(one);
  expect(withHeader).toEqual(one);
  expect(example).toEqual([400, '"E12345678"']);
});
