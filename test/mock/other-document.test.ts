import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyKey } from "../../src/mock/any-key.js";
import { type Mock, startMock } from "../../src/mock/mock.js";
import { readingsOf } from "../../src/mock/unread.js";
import { loadDocument } from "../../src/openapi/load.js";
import type { Parameter } from "../../src/openapi/operation.js";
import { operationsOf } from "../../src/openapi/operations.js";
import { temporaryFolder } from "../temporary.js";

const ACCOUNTS = "test/documents/accounts.yaml";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ spec: ACCOUNTS, port: 0 });
});
afterAll(() => mock.close());

const BASIC = { authorization: `Basic ${btoa("any:key")}` };
const CALLER = { ...BASIC, cookie: "theme=dark; lang=de" };

async function answered(path: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(mock.url + path, init);
  const text = await answer.text();
  return {
    status: answer.status,
    body: answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text,
  };
}

const refusedFor = (code: string, message: string) => ({
  status: 422,
  body: { validation: [expect.objectContaining({ code, message })] },
});

describe("the mock of another document", () => {
  test("takes a key by HTTP Basic, and says one that it takes", async () => {
    expect(anyKey(mock.document)).toBe("any:key");
    expect((await answered("/file", { headers: BASIC })).body).toBe("hello");
    expect((await answered("/accounts/1", { headers: { authorization: "Bearer any-key" } })).status).toBe(401);
  });

  test("shows nothing that is only sent, and asks for nothing that only comes back", async () => {
    const headers = { ...BASIC, "content-type": "application/json" };
    const body = JSON.stringify({ name: "Kim", password: "opensesame" });
    const added = await answered("/accounts", { method: "POST", headers, body });
    expect(added).toEqual({ status: 201, body: { id: "7", name: "Kim" } });
    const listed = await answered("/accounts", { headers: CALLER });
    expect(listed).toEqual({ status: 200, body: [{ id: expect.any(String), name: expect.any(String) }] });
    const lacking = await answered("/accounts", { method: "POST", headers, body: '{"name":"Kim"}' });
    expect(lacking).toMatchObject(refusedFor("required", "Request body must have required property 'password'"));
  });

  test.each([
    ["none", {}, "required", "Request cookie parameter lang is required"],
    ["another", { cookie: "lang=xx" }, "enum", 'Request cookie parameter lang must be one of "de", "fr"'],
  ])("looks at cookies: %s", async (_, headers, code, message) => {
    expect(await answered("/accounts", { headers: { ...BASIC, ...headers } })).toMatchObject(refusedFor(code, message));
  });

  test("admits a list in a header, and none, and says what is wrong with one", async () => {
    expect((await answered("/accounts", { headers: { ...CALLER, "x-tags": "a,b" } })).status).toBe(200);
    expect(await answered("/accounts", { headers: { ...CALLER, "x-tags": "a,b,c,d" } })).toMatchObject(
      refusedFor("maxItems", "Request header parameter X-Tags must NOT have more than 3 items"),
    );
  });

  test("admits a list in a path, and says what is wrong with one", async () => {
    expect((await answered("/accounts/1,2", { headers: BASIC })).status).toBe(200);
    expect(await answered("/accounts/1,x", { headers: BASIC })).toMatchObject(
      refusedFor("type", "Request path parameter ids.1 must be integer"),
    );
  });
});

describe("a request is not refused where", () => {
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
    const responses = { "204": { description: "done" }, "4XX": { description: "no" } };
    const paths = { "/things": { get: { operationId: "things", parameters, responses } } };
    await writeFile(file, JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1.0.0" }, paths }));
    other = await startMock({ spec: file, port: 0 });
  });
  afterAll(() => other.close());

  test.each([
    ["one of several schemas fits a cookie", { cookie: "either=3; all=3" }],
    ["the properties of an object are cookies", { cookie: "R=1; G=2" }],
    ["a cookie is written as JSON", { cookie: `json=${encodeURIComponent('{"a":1}')}` }],
    ["a list in a header has spaces after its commas", { "x-tags": "a, b" }],
    ["a header is a text or a list", { "x-mixed": "abc" }],
  ])("%s", async (_, headers) => {
    expect((await fetch(`${other.url}/things`, { headers })).status).toBe(204);
  });

  test("and is where no schema fits", async () => {
    for (const headers of [{ cookie: "all=0" }, { cookie: "json=%7B%7D" }, { "x-tags": "a, c" }] as const) {
      expect((await fetch(`${other.url}/things`, { headers })).status, JSON.stringify(headers)).toBe(422);
    }
  });
});

describe("a parameter is read as it is written (OpenAPI 3.1, 4.8.12.3)", () => {
  const LIST: Parameter["schema"] = { type: "array", items: { type: "integer" } };
  const POINT: Parameter["schema"] = { type: "object", properties: { x: { type: "number" }, on: { type: "boolean" } } };
  test.each([
    ["simple", false, LIST, "1,2", [1, 2]],
    ["label", false, LIST, ".1,2", [1, 2]],
    ["label", true, LIST, ".1.2", [1, 2]],
    ["matrix", false, LIST, ";at=1,2", [1, 2]],
    ["matrix", true, LIST, ";at=1;at=2", [1, 2]],
    ["simple", false, POINT, "x,1.5,on,true", { x: 1.5, on: true }],
    ["simple", true, POINT, "x=1.5,on=true", { x: 1.5, on: true }],
    ["label", false, POINT, ".x,1.5,on,true", { x: 1.5, on: true }],
    ["matrix", false, POINT, ";at=x,1.5,on,true", { x: 1.5, on: true }],
    ["matrix", true, POINT, ";x=1.5;on=true", { x: 1.5, on: true }],
    ["simple", false, { type: "string" }, "1,2", "1,2"],
    ["simple", false, { type: "integer" }, "many", "many"],
  ])("%s, explode %s, %j: %s", async (style, explode, schema, text, want) => {
    const document = await loadDocument(ACCOUNTS);
    const [parameter] = operationsOf(document).flatMap(({ parameters }) => parameters);
    if (!parameter) throw new Error("No parameter.");
    const [reading] = readingsOf(document, { ...parameter, name: "at", in: "path", style, explode, schema }, text);
    expect(reading).toEqual(want);
  });
});
