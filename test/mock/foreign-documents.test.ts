import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { awakeClock } from "#test/awake.js";
import { temporaryFolder } from "../temporary.js";

let mock: Mock | undefined;
afterEach(() => mock?.close());

/** Starts a mock of paths, and returns a function that requests it. */
async function mocked(paths: JsonObject, components: JsonObject = {}) {
  const file = join(await temporaryFolder("foreign"), "openapi.json");
  const info = { title: "T", version: "1" };
  await writeFile(file, JSON.stringify({ openapi: "3.1.1", info, paths, components }));
  mock = await startMock({ spec: file, port: 0 });
  const { url } = mock;
  return async (path: string, init: RequestInit = {}) => {
    const response = await fetch(url + path, init);
    const type = response.headers.get("content-type");
    const warning = response.headers.get("x-mock-warning");
    return { status: response.status, type, warning, body: await response.text() };
  };
}

const OK = { responses: { 200: { description: "OK" } } };
const OBJECT = { type: "object", properties: { name: { type: "string" }, size: { type: "integer" } } };
const json = (schema: JsonObject, more: JsonObject = {}) => ({ "application/json": { schema, ...more } });
const post = (body: Json, type = "application/json") => ({
  method: "POST",
  headers: { "content-type": type },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

test.each(["spaceDelimited", "pipeDelimited"])(
  "a form field with the style %s that is not a list does not lead to a 500",
  async (style) => {
    const schema = {
      type: "object",
      properties: { tags: { type: "array", items: { type: "string" } }, other: OBJECT },
    };
    const content = { "multipart/form-data": { schema, encoding: { tags: { style }, other: { style } } } };
    const request = await mocked({ "/a": { post: { requestBody: { content }, ...OK } } });
    for (const name of ["tags", "other"]) {
      const form = new FormData();
      form.set(name, "text");
      expect((await request("/a", { method: "POST", body: form })).status).toBeLessThan(500);
    }
  },
);

describe("a parameter of any style is read, and never a 500:", () => {
  const path = (style: string, explode: boolean, schema: JsonObject) => ({
    "/a/{P}": { get: { parameters: [{ name: "P", in: "path", required: true, style, explode, schema }], ...OK } },
  });
  const query = (style: string) => ({
    "/a/": { get: { parameters: [{ name: "p", in: "query", style, explode: false, schema: OBJECT }], ...OK } },
  });
  test.each([
    ["a matrix number", path("matrix", false, { type: "integer" }), ";P=5", ";P=x"],
    ["a matrix number without its name", path("matrix", false, { type: "integer" }), "5", "x"],
    ["a matrix list", path("matrix", true, { type: "array", items: { type: "integer" } }), ";P=1;P=2", ";P=x"],
    ["a matrix object", path("matrix", true, OBJECT), ";name=a;size=1", ";size=x"],
    ["a label number", path("label", false, { type: "integer" }), ".5", ".x"],
    ["a label number without its dot", path("label", false, { type: "integer" }), "5", "x"],
    ["an object between vertical bars", query("pipeDelimited"), "?p=name|a|size|1", "?p=size|x"],
    [
      "a number or a text",
      path("simple", false, { oneOf: [{ type: "integer" }, { type: "string", maxLength: 3 }] }),
      "5",
      "long",
    ],
    ["an object between spaces", query("spaceDelimited"), "?p=name%20a%20size%201", "?p=size%20x"],
  ])("%s", async (_, paths, valid, invalid) => {
    const request = await mocked(paths);
    expect((await request(`/a/${valid}`)).status).toBe(200);
    expect((await request(`/a/${invalid}`)).status).toBe(422);
  });
});

describe("a body that is not JSON gets", () => {
  const operation = (responses: JsonObject) => ({
    "/a": { post: { requestBody: { required: true, content: json({ type: "object" }) }, responses } },
  });
  const xml = { description: "Bad", content: { "application/xml": { example: "<bad/>" } } };
  test.each([
    ["the documented 400", { 201: { description: "OK" }, 400: xml, 422: { description: "No" } }, "application/xml"],
    ["the documented 4XX", { 201: { description: "OK" }, "4XX": xml }, "application/xml"],
    ["a problem with status 400 if none is documented", { 201: { description: "OK" } }, "application/problem+json"],
    ["a problem if `default` stands for success", { default: xml }, "application/problem+json"],
  ])("%s", async (_, responses, type) => {
    const request = await mocked(operation(responses));
    expect(await request("/a", post("{"))).toMatchObject({ status: 400, type });
    expect((await request("/a", post({}))).status).toBeLessThan(400);
  });
});

describe("a rejection without an example", () => {
  const rejected = (schema: JsonObject) => ({
    "/a": {
      post: {
        requestBody: { required: true, content: json({ type: "object" }) },
        responses: { 201: { description: "OK" }, 400: { description: "Bad", content: json(schema) } },
      },
    },
  });

  test("is valid by its schema", async () => {
    const request = await mocked(rejected({ type: "string", pattern: "^[A-F]{3}[0-9]{7}$" }));
    const { status, warning, body } = await request("/a", post([]));
    expect({ status, warning }).toEqual({ status: 400, warning: null });
    expect(JSON.parse(body)).toMatch(/^[A-F]{3}[0-9]{7}$/);
  });

  test("of a schema without valid values has a warning", async () => {
    const text = { type: "string" };
    const request = await mocked(rejected({ oneOf: [text, text] }));
    const { status, warning } = await request("/a", post([]));
    expect(status).toBe(400);
    expect(warning).toContain("must match exactly one schema in oneOf");
  });
});

describe("an example that exists in the second media type only", () => {
  const paths = {
    "/a": {
      post: {
        requestBody: { content: json({}, { examples: { cat: { value: { kind: "cat" } } } }) },
        responses: {
          200: {
            description: "OK",
            content: {
              "text/plain": { schema: { type: "string" } },
              ...json({}, { examples: { cat: { value: "miau" } } }),
            },
          },
        },
      },
    },
  };
  test.each([
    ["is sent to a client that accepts everything", {}, "application/json", '"miau"'],
    ["is not sent to a client that does not accept it", { accept: "text/plain" }, "text/plain", expect.any(String)],
  ])("%s", async (_, headers, type, body) => {
    const request = await mocked(paths);
    const init = post({ kind: "cat" });
    expect(await request("/a", { ...init, headers: { ...init.headers, ...headers } })).toMatchObject({
      status: 200,
      type,
      body,
    });
  });
});

test("descriptions of Accept, Content-Type and Authorization are ignored", async () => {
  const header = (name: string) => ({ name, in: "header", required: true, schema: { enum: ["application/json"] } });
  const parameters = ["Accept", "content-type", "Authorization"].map(header);
  const request = await mocked({ "/a": { get: { parameters, ...OK } } });
  expect((await request("/a")).status).toBe(200);
});

test.each(["application/vnd.example.object", "text/plain", "application/octet-stream"])(
  "an object of the media type %s is sent as JSON",
  async (type) => {
    const content = { [type]: { schema: OBJECT, example: { name: "a" } } };
    const request = await mocked({ "/a": { get: { responses: { 200: { description: "OK", content } } } } });
    expect(await request("/a")).toMatchObject({ status: 200, type, body: '{"name":"a"}' });
  },
);

test("a schema that takes more than a second to compile rejects no valid request", async () => {
  const member = { type: "string", pattern: "^[a-z]+$", minLength: 1 };
  const properties = Object.fromEntries(Array.from({ length: 2500 }, (_, at) => [`p${at}`, member]));
  const request = await mocked({
    "/a": {
      post: { requestBody: { required: true, content: json({ type: "object", properties }) }, ...OK },
    },
  });
  expect((await request("/a", post({ p1: "a" }))).status).toBe(200);
  expect((await request("/a", post({ p1: "1" }))).status).toBe(422);
});

test("a document of 400 schemas that contain each other is served within 3 seconds", async () => {
  const name = (at: number) => `Thing${at % 400}`;
  const reference = (at: number) => ({ $ref: `#/components/schemas/${name(at)}` });
  const schemas = Object.fromEntries(
    Array.from({ length: 400 }, (_, at) => [
      name(at),
      {
        type: "object",
        required: ["id"],
        properties: {
          id: { type: "string" },
          ...Object.fromEntries(
            [1, 3, 7, 20, 57, 111].map((step) => [`p${step}`, { anyOf: [{ type: "string" }, reference(at + step)] }]),
          ),
        },
      },
    ]),
  );
  const operation = (at: number) => ({ responses: { 200: { description: "OK", content: json(reference(at)) } } });
  const paths = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`/a${at}`, { get: operation(at) }]));
  const elapsed = awakeClock();
  const request = await mocked(paths, { schemas });
  const { status, warning } = await request("/a0");
  expect({ status, warning }).toEqual({ status: 200, warning: null });
  expect(elapsed()).toBeLessThan(3000);
});

describe("an HTTP scheme that only the API has", () => {
  test.each<[authorization: string | undefined, status: number]>([
    ["acme-key any-key", 200],
    ["ACME-KEY any-key", 200],
    ["Bearer any-key", 401],
    ["acme-key", 401],
    ["any-key", 401],
    [undefined, 401],
  ])("with %s is answered with %i", async (authorization, status) => {
    const request = await mocked(
      { "/ships": { get: { security: [{ acme: [] }], ...OK } } },
      { securitySchemes: { acme: { type: "http", scheme: "acme-key" } } },
    );
    const response = await request("/ships", { headers: authorization === undefined ? {} : { authorization } });
    expect(response.status).toBe(status);
  });

  test("is one of two, and the other one is a bearer token", async () => {
    const security = [{ acme: [] }, { token: [] }];
    const securitySchemes = { acme: { type: "http", scheme: "acme" }, token: { type: "http", scheme: "bearer" } };
    const request = await mocked({ "/ships": { get: { security, ...OK } } }, { securitySchemes });
    const statuses = ["acme k", "Bearer k", "Digest k"].map(async (authorization) => {
      return (await request("/ships", { headers: { authorization } })).status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 200, 401]);
  });
});

describe("a required free-form object in the query", () => {
  const TEXTS = { type: "object", additionalProperties: { type: "string" } };
  const NUMBERS = { type: "object", additionalProperties: { type: "integer", maximum: 9 } };
  const own = { name: "page", in: "query", schema: { type: "integer" } };
  test.each<[schema: JsonObject, query: string, status: number]>([
    [TEXTS, "?a=b", 200],
    [TEXTS, "?a=b&page=1", 200],
    [TEXTS, "", 422],
    [TEXTS, "?page=1", 422],
    [{ type: "object" }, "?a=b", 200],
    [{ ...OBJECT, additionalProperties: true }, "?other=b", 200],
    [NUMBERS, "?a=5", 200],
    [NUMBERS, "?a=10", 422],
    // An object without properties has no text, and what no parameter describes is ignored.
    [{ ...OBJECT, additionalProperties: false }, "?other=b", 200],
    [{ ...OBJECT, required: ["name"], additionalProperties: false }, "?other=b", 422],
  ])("of the schema %j is %s: %i", async (schema, query, status) => {
    const filter = { name: "filter", in: "query", required: true, schema };
    const request = await mocked({ "/services": { get: { parameters: [filter, own], ...OK } } });
    expect((await request(`/services${query}`)).status).toBe(status);
  });
});
