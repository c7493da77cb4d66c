import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setupServer } from "msw/node";
import { afterEach, describe, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import { contractHandlers } from "#mock/msw/handlers.js";
import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { temporaryFolder } from "../temporary.js";

// The mock and the handlers for MSW respond alike, because one responder decides for both.

let mock: Mock | undefined;
const server = setupServer();
afterEach(async () => {
  await mock?.close();
  server.close();
});

interface Answer {
  status: number;
  type: string | null;
  choice: string | null;
  text: string;
}

/** Requests the same of the mock and of handlers, and returns the response, which has to be the same. */
async function askBoth(paths: JsonObject, more: JsonObject = {}) {
  const document: OpenApiDocument = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths, ...more };
  const file = join(await temporaryFolder("responder"), "openapi.json");
  await writeFile(file, JSON.stringify(document));
  mock = await startMock({ spec: file, port: 0 });
  const { url } = mock;
  const places: Record<string, [string, string]> = Object.fromEntries(
    operationsOf(document).map(({ id, method, path }) => [id, [method, path]]),
  );
  server.use(...contractHandlers<Record<string, never>>(document, places).handlers({}, { baseUrl: "http://api.test" }));
  server.listen({ onUnhandledRequest: "bypass" });
  const answer = async (base: string, path: string, init?: RequestInit): Promise<Answer> => {
    const response = await fetch(base + path, init);
    const { status, headers } = response;
    return {
      status,
      type: headers.get("content-type"),
      choice: headers.get("x-mock-choice"),
      text: await response.text(),
    };
  };
  return async (path: string, init?: RequestInit): Promise<Answer> => {
    const [byMock, byHandler] = [await answer(url, path, init), await answer("http://api.test", path, init)];
    expect(byHandler).toEqual(byMock);
    return byMock;
  };
}

const USER: JsonObject = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "string" }, name: { type: "string" }, role: { type: "string" } },
};
const content = (type: string, part: JsonObject): JsonObject => ({ description: "Done.", content: { [type]: part } });
const ok = (type: string, part: JsonObject): JsonObject => ({ responses: { "200": content(type, part) } });
const post = (body: unknown): RequestInit => ({
  method: "POST",
  body: JSON.stringify(body),
  headers: { "content-type": "application/json" },
});

describe("the response is", () => {
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const example = { schema: USER, example: { id: "u1", name: "Ann" } };
  const users: JsonObject = {
    "/users/{id}": {
      parameters: [id],
      get: ok("application/json", example),
      delete: { responses: { "204": { description: "Gone." } } },
    },
    "/users": {
      post: {
        requestBody: {
          required: true,
          content: { "application/json": { schema: { type: "object", required: ["name"] } } },
        },
        responses: { "201": content("application/json", example) },
      },
    },
    "/props/{id}": {
      get: {
        parameters: [{ ...id, schema: { type: "integer" } }],
        ...ok("application/json", {
          schema: {
            type: "object",
            required: ["id", "title"],
            properties: { id: { type: "integer", example: 7 }, title: { type: "string", examples: ["Hello"] } },
          },
        }),
      },
    },
  };

  test.each<[string, RequestInit, number, string, RegExp]>([
    ["/users/u9", {}, 200, '{"id":"u9","name":"Ann"}', /^status 200 \(default, no example matches the request\)$/],
    ["/users/u9", { method: "DELETE" }, 204, "", /^status 204/],
    ["/users", post({ name: "x" }), 201, '{"id":"u1","name":"Ann"}', /^status 201/],
    ["/props/3", {}, 200, '{"id":3,"title":"Hello"}', /^status 200 \(default\), generated values$/],
  ])("an example of the document, although the request has none: %s %j", async (path, init, status, text, choice) => {
    const ask = await askBoth(users);
    expect(await ask(path, init)).toMatchObject({ status, text, choice: expect.stringMatching(choice) });
  });

  const account: JsonObject = {
    type: "object",
    required: ["name", "pin"],
    properties: {
      id: { type: "integer", readOnly: true },
      name: { type: "string" },
      pin: { type: "string", writeOnly: true },
      card: { properties: { cvc: { type: "string", writeOnly: true }, type: { type: "string" } } },
    },
    examples: [{ id: 1, name: "Ann", pin: "0000", card: { cvc: "111", type: "debit" } }],
  };
  const shown = '{"id":1,"name":"Ann","card":{"type":"debit"}}';
  const ref = { $ref: "#/components/schemas/Account" };

  test.each<[title: string, schema: JsonObject, text: string]>([
    ["itself", account, shown],
    ["by a reference", ref, shown],
    ["in a part of allOf", { allOf: [ref], examples: account.examples ?? [] }, shown],
    ["in the items of a list", { type: "array", items: ref, examples: [account.examples ?? []] }, `[${shown}]`],
  ])("the example of a schema %s, without what only requests have", async (_, schema, text) => {
    const body = { required: true, content: { "application/json": { schema: ref } } };
    const operation = { ...ok("application/json", { schema }), requestBody: body };
    const ask = await askBoth(
      { "/a": { get: ok("application/json", { schema }), post: operation } },
      {
        components: { schemas: { Account: account } },
      },
    );
    expect(await ask("/a")).toMatchObject({ status: 200, text });
    expect(await ask("/a", post({ name: "Ann", pin: "1" }))).toMatchObject({ status: 200, text });
  });

  test("generated where the document has no example, and has what a POST sent", async () => {
    const create = {
      requestBody: { content: { "application/json": { schema: USER } } },
      responses: { "201": content("application/json", { schema: USER }) },
    };
    const ask = await askBoth({ "/users": { post: create } });
    const { status, text, choice } = await ask("/users", post({ id: "u7", name: "Kim" }));
    expect([status, choice]).toEqual([201, "status 201 (default), generated values"]);
    expect(JSON.parse(text)).toMatchObject({ id: "u7", name: "Kim", role: expect.any(String) });
    // A value that the schema of the response forbids does not come back.
    expect(JSON.parse((await ask("/users", post({ id: "u7", name: "Kim", role: "Editor" }))).text).role).toBe("Editor");
  });

  test("one schema of a discriminator, with its name", async () => {
    const schemas: JsonObject = {
      Shape: {
        oneOf: [{ $ref: "#/components/schemas/Sq" }, { $ref: "#/components/schemas/Ci" }],
        discriminator: { propertyName: "t", mapping: { sq: "#/components/schemas/Sq", ci: "#/components/schemas/Ci" } },
      },
      Sq: { type: "object", required: ["t", "side"], properties: { t: { type: "string" }, side: { type: "number" } } },
      Ci: { type: "object", required: ["t"], properties: { t: { type: "string" }, r: { type: "number" } } },
    };
    const list = { schema: { type: "array", items: { $ref: "#/components/schemas/Shape" } } };
    const ask = await askBoth({ "/shapes": { get: ok("application/json", list) } }, { components: { schemas } });
    const { text, choice } = await ask("/shapes");
    expect(choice).toBe("status 200 (default), generated values");
    for (const shape of JSON.parse(text)) expect(["sq", "ci"]).toContain(shape.t);
  });
});

describe("the media type is", () => {
  test.each<[string, JsonObject, string | undefined, string, RegExp]>([
    ["JSON for any type with an object", { "*/*": { schema: USER } }, undefined, "application/json", /^\{"id":/],
    [
      "JSON for any type that is asked for as JSON",
      { "*/*": { schema: USER } },
      "application/json",
      "application/json",
      /^\{/,
    ],
    ["JSON for any application type", { "application/*": { schema: USER } }, undefined, "application/json", /^\{/],
    [
      "JSON beside a text that describes an object",
      { "text/plain": { schema: USER }, "application/json": { schema: USER } },
      undefined,
      "application/json",
      /^\{/,
    ],
    [
      "a text for any type with a text",
      { "*/*": { schema: { type: "string", const: "hi" } } },
      undefined,
      "text/plain",
      /^hi$/,
    ],
    [
      "that of the example",
      { "application/json": { schema: USER }, "text/csv": { example: "id,name" } },
      undefined,
      "text/csv",
      /^id,name$/,
    ],
    [
      "JSON where the client wants it, although the example is another",
      { "application/json": { schema: USER }, "text/csv": { example: "id,name" } },
      "application/json",
      "application/json",
      /^\{/,
    ],
    ["a picture of one pixel", { "image/png": {} }, undefined, "image/png", /PNG/],
    [
      "a picture for a range",
      { "image/*": { schema: { type: "string", format: "binary" } } },
      undefined,
      "image/png",
      /PNG/,
    ],
    [
      "XML by the XML Objects of the schema",
      {
        "application/xml": {
          schema: {
            type: "object",
            xml: { name: "pet" },
            properties: {
              id: { type: "integer", const: 1, xml: { attribute: true } },
              tags: {
                type: "array",
                minItems: 1,
                maxItems: 1,
                xml: { wrapped: true },
                items: { const: "a&b", xml: { name: "tag" } },
              },
            },
          },
        },
      },
      undefined,
      "application/xml",
      /<pet id="1"><tags><tag>a&#38;b<\/tag><\/tags><\/pet>$/,
    ],
    [
      "events with lines of data",
      { "text/event-stream": { schema: { const: { n: 1 } } } },
      undefined,
      "text/event-stream",
      /^data: \{"n":1\}\n\n$/,
    ],
  ])("%s", async (_, contents, accept, type, text) => {
    const ask = await askBoth({ "/a": { get: { responses: { "200": { description: "Done.", content: contents } } } } });
    expect(await ask("/a", accept === undefined ? {} : { headers: { accept } })).toMatchObject({
      status: 200,
      type,
      text: expect.stringMatching(text),
    });
  });

  test("none if the client accepts none of the status: the problem lists those, and not the types of errors", async () => {
    const responses = {
      "200": { description: "", content: { "application/json": { schema: USER }, "text/csv": { example: "id" } } },
      "404": content("application/problem+json", { schema: { type: "object" } }),
    };
    const ask = await askBoth({ "/a": { get: { responses } } });
    const { status, text } = await ask("/a", { headers: { accept: "application/xml" } });
    expect(status).toBe(406);
    expect(JSON.parse(text).detail).toContain("Status 200 has application/json, text/csv.");
  });
});

describe("the fields of a generated page agree", () => {
  const integer = { type: "integer" };
  const page = (names: readonly string[], items: string, more: JsonObject = {}): JsonObject => ({
    type: "object",
    required: [items, ...names],
    properties: {
      ...Object.fromEntries(names.map((name) => [name, integer])),
      ...more,
      [items]: { type: "array", items: { type: "object", required: ["id"], properties: { id: integer } } },
    },
  });
  const query = (...names: string[]) =>
    names.map((name) => ({ name, in: "query", schema: { type: "integer", minimum: name === "page" ? 1 : 0 } }));

  test.each<[string, JsonObject, ReturnType<typeof query>, string, JsonObject, number]>([
    [
      "page, size and total",
      page(["page", "size", "total", "total_pages"], "items"),
      query("page", "size"),
      "?page=2&size=2",
      { page: 2, size: 2, total: 5, total_pages: 3 },
      2,
    ],
    [
      "those of the first page",
      page(["page", "size", "total"], "items"),
      query("page", "size"),
      "?page=1&size=2",
      { page: 1, size: 2, total: 5 },
      2,
    ],
    [
      "offset and limit, in an object beside the items",
      page([], "data", {
        meta: {
          type: "object",
          required: ["offset", "limit", "total"],
          properties: { offset: integer, limit: integer, total: integer },
        },
      }),
      query("offset", "limit"),
      "?offset=4&limit=3",
      { meta: { offset: 4, limit: 3, total: 5 } },
      1,
    ],
    [
      "a count that is the total",
      page(["count"], "results"),
      query("limit", "offset"),
      "?limit=2&offset=0",
      { count: 5 },
      2,
    ],
  ])("%s", async (_, schema, parameters, search, want, count) => {
    const ask = await askBoth({ "/things": { get: { parameters, ...ok("application/json", { schema }) } } });
    const body = JSON.parse((await ask(`/things${search}`)).text);
    expect(body).toMatchObject(want);
    expect(body.items ?? body.data ?? body.results).toHaveLength(count);
  });
});

describe("the path of a server", () => {
  const a = { get: ok("application/json", { example: { ok: true } }) };
  test.each<[string, JsonObject, JsonObject, string, number]>([
    ["is served as well", { "/a": a }, { url: "https://api.example.com/api/v1" }, "/api/v1/a", 200],
    ["is not needed", { "/a": a }, { url: "https://api.example.com/api/v1" }, "/a", 200],
    ["may be relative, and end with a slash", { "/a": a }, { url: "/v1/" }, "/v1/a", 200],
    ["may have variables", { "/a": a }, { url: "/{v}", variables: { v: { default: "v2" } } }, "/v2/a", 200],
    [
      "gives way to a path of the document",
      { "/a": a, "/v1/a": { get: { responses: { "204": { description: "" } } } } },
      { url: "/v1" },
      "/v1/a",
      204,
    ],
    ["is not that of another server", { "/a": a }, { url: "/v1" }, "/v2/a", 404],
    ["is a whole segment", { "/a": a }, { url: "/v1" }, "/v1a", 404],
  ])("%s", async (_, paths, other, path, status) => {
    const file = join(await temporaryFolder("base"), "openapi.json");
    const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths, servers: [other] };
    await writeFile(file, JSON.stringify(document));
    mock = await startMock({ spec: file, port: 0 });
    expect((await fetch(mock.url + path)).status).toBe(status);
  });
});

test("the headers of CORS are those of the mock, whatever the document has", async () => {
  const headers = {
    "Access-Control-Allow-Origin": { schema: { type: "string" }, example: "https://shop.example" },
    "Access-Control-Allow-Methods": { schema: { type: "string" } },
    "X-Rate": { schema: { type: "integer" }, example: 7 },
  };
  const file = join(await temporaryFolder("cors"), "openapi.json");
  const paths = { "/a": { get: { responses: { "200": { description: "", headers } } } } };
  await writeFile(file, JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths }));
  mock = await startMock({ spec: file, port: 0 });
  const { headers: sent } = await fetch(`${mock.url}/a`, { headers: { origin: "http://localhost:5173" } });
  expect(sent.get("access-control-allow-origin")).toBe("http://localhost:5173");
  expect(sent.get("access-control-allow-methods")).toContain("DELETE");
  expect(sent.get("x-rate")).toBe("7");
});
