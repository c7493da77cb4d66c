import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyKey } from "#mock/example-request.js";
import { type Mock, startMock } from "#mock/mock.js";
import { temporaryFolder } from "../temporary.js";

const ACCOUNTS = "test/documents/accounts.yaml";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ spec: ACCOUNTS, port: 0 });
});
afterAll(() => mock.close());

const BASIC = { authorization: `Basic ${btoa("any:key")}` };
const CALLER = { ...BASIC, cookie: "theme=dark; lang=de" };

async function responseTo(path: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  const response = await fetch(mock.url + path, init);
  const text = await response.text();
  return {
    status: response.status,
    body: response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text,
  };
}

const rejected = (code: string, message: string) => ({
  status: 422,
  body: { validation: [expect.objectContaining({ code, message })] },
});

describe("the mock of another document", () => {
  test("accepts a key by HTTP Basic, and names a key that it accepts", async () => {
    expect(anyKey(mock.document)).toBe("any:key");
    expect((await responseTo("/file", { headers: BASIC })).body).toBe("hello");
    expect((await responseTo("/accounts/1", { headers: { authorization: "Bearer any-key" } })).status).toBe(401);
  });

  test("returns no writeOnly property, and requires no readOnly property", async () => {
    const headers = { ...BASIC, "content-type": "application/json" };
    const body = JSON.stringify({ name: "Kim", password: "opensesame" });
    const added = await responseTo("/accounts", { method: "POST", headers, body });
    expect(added).toEqual({ status: 201, body: { id: "7", name: "Kim" } });
    const listed = await responseTo("/accounts", { headers: CALLER });
    const account = { id: expect.any(String), name: expect.any(String) };
    expect(listed).toEqual({ status: 200, body: [account, account, account] });
    const lacking = await responseTo("/accounts", { method: "POST", headers, body: '{"name":"Kim"}' });
    expect(lacking).toMatchObject(rejected("required", "Request body must have required property 'password'"));
  });

  test.each([
    ["none", {}, "required", "Request cookie parameter lang is missing"],
    ["an invalid one", { cookie: "lang=xx" }, "enum", 'Request cookie parameter lang must be one of "de", "fr"'],
  ])("validates cookies: %s", async (_, headers, code, message) => {
    expect(await responseTo("/accounts", { headers: { ...BASIC, ...headers } })).toMatchObject(rejected(code, message));
  });

  test("accepts a list in a header, and no list, and names the error of an invalid list", async () => {
    expect((await responseTo("/accounts", { headers: { ...CALLER, "x-tags": "a,b" } })).status).toBe(200);
    expect(await responseTo("/accounts", { headers: { ...CALLER, "x-tags": "a,b,c,d" } })).toMatchObject(
      rejected("maxItems", "Request header parameter X-Tags must NOT have more than 3 items"),
    );
  });

  test("accepts a list in a path, and names the error of an invalid list", async () => {
    expect((await responseTo("/accounts/1,2", { headers: BASIC })).status).toBe(200);
    expect(await responseTo("/accounts/1,x", { headers: BASIC })).toMatchObject(
      rejected("type", "Request path parameter ids.1 must be integer"),
    );
  });
});

const ADDRESSES = {
  type: "object",
  properties: {
    to: { type: "object", properties: { at: { type: "object", properties: { floor: { type: "integer" } } } } },
  },
};

describe("a request is accepted if", () => {
  const parameter = (name: string, schema: object, more: object = {}) => ({ name, in: "cookie", schema, ...more });
  const parameters = [
    parameter("either", { anyOf: [{ type: "integer" }, { type: "null" }] }),
    parameter("all", { allOf: [{ type: "integer" }], minimum: 1 }),
    parameter("color", { type: "object", required: ["R"], properties: { R: { type: "integer" } } }),
    { name: "json", in: "cookie", content: { "application/json": { schema: { type: "object", required: ["a"] } } } },
    { name: "X-Tags", in: "header", schema: { type: "array", items: { enum: ["a", "b"] } } },
    { name: "X-Mixed", in: "header", schema: { type: ["string", "array"], items: { type: "integer" } } },
  ];
  let other: Mock;
  beforeAll(async () => {
    const file = join(await temporaryFolder("mock"), "openapi.json");
    const responses = { "204": { description: "done" }, "4XX": { description: "error" } };
    const form = { schema: ADDRESSES, encoding: { to: { style: "deepObject" } } };
    const requestBody = { content: { "application/x-www-form-urlencoded": form } };
    const post = { operationId: "send", requestBody, responses };
    const paths = { "/things": { get: { operationId: "things", parameters, responses }, post } };
    await writeFile(file, JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1.0.0" }, paths }));
    other = await startMock({ spec: file, port: 0 });
  });
  afterAll(() => other.close());

  test.each([
    ["one of several schemas fits a cookie", { cookie: "either=3; all=3" }],
    ["the properties of an object are cookies", { cookie: "R=1; G=2" }],
    ["a cookie is JSON", { cookie: `json=${encodeURIComponent('{"a":1}')}` }],
    ["a list in a header has spaces after its commas", { "x-tags": "a, b" }],
    ["a header may be text or a list", { "x-mixed": "abc" }],
  ])("%s", async (_, headers) => {
    expect((await fetch(`${other.url}/things`, { headers })).status).toBe(204);
  });

  test.each([
    ["to[at][floor]=3", 204],
    ["to[at][floor]=x", 422],
  ])("the fields of a nested form fit: %s, %i", async (text, status) => {
    const body = new URLSearchParams(text);
    expect((await fetch(`${other.url}/things`, { method: "POST", body })).status).toBe(status);
  });

  test("no longer if no schema fits", async () => {
    for (const headers of [{ cookie: "all=0" }, { cookie: "json=%7B%7D" }, { "x-tags": "a, c" }] as const) {
      expect((await fetch(`${other.url}/things`, { headers })).status, JSON.stringify(headers)).toBe(422);
    }
  });
});
