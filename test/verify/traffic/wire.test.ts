import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { jsonResponse } from "#test/verify/small-document.js";
import { Contract } from "#verify/model/contract.js";
import { Traffic } from "#verify/traffic/traffic.js";

const BASE = "https://api.example.com";

function trafficOf(operation: JsonObject, method: string): Traffic {
  const paths = { "/it": { [method]: { operationId: "it", ...operation } } };
  const document = { openapi: "3.1.1", info: { title: "Wire", version: "1.0.0" }, paths };
  return new Traffic({ contract: new Contract(document), name: "test", keyVariable: "KEY" });
}

/** The messages of the findings of a response with a header. */
async function ofHeader(header: JsonObject, sent: string): Promise<string[]> {
  const response: JsonObject = { ...jsonResponse({ type: "object" }, {}), headers: { "X-It": header } };
  const { findings } = await trafficOf({ responses: { 200: response } }, "get").check({
    request: { method: "GET", url: new URL(`${BASE}/it`), headers: new Headers(), body: "" },
    response: { status: 200, headers: new Headers({ "content-type": "application/json", "x-it": sent }), body: "{}" },
    duration: 1,
  });
  return findings.map(({ message }) => message);
}

const OBJECT: Json = { type: "object", required: ["a"], properties: { a: { type: "integer" }, b: { type: "string" } } };

describe("a header of a response is validated", () => {
  test.each<[string, JsonObject, string, string | undefined]>([
    ["with JSON as content", { content: { "application/json": { schema: OBJECT } } }, '{"a":1}', undefined],
    ["with JSON as content", { content: { "application/json": { schema: OBJECT } } }, '{"a":"x"}', "must be integer"],
    ["with content that is not JSON", { content: { "application/json": { schema: OBJECT } } }, "a,1", "must be object"],
    ["as an object", { schema: OBJECT }, "a,1,b,x", undefined],
    ["as an object", { schema: OBJECT }, "a,x", "must be integer"],
    ["as an object without a field", { schema: OBJECT }, "b,x", "required property 'a'"],
    ["as an exploded object", { schema: OBJECT, explode: true }, "a=1, b=x", undefined],
    ["as an exploded object", { schema: OBJECT, explode: true }, "a=x", "must be integer"],
    ["as a list", { schema: { type: "array", items: { type: "integer" } } }, "1, 2", undefined],
    ["as a list", { schema: { type: "array", items: { type: "integer" } } }, "1, x", "must be integer"],
    ["by allOf", { schema: { allOf: [{ type: "integer", minimum: 1 }] } }, "1", undefined],
    ["by allOf", { schema: { allOf: [{ type: "integer" }, { minimum: 1 }] } }, "0", "must be >= 1"],
    ["as an object by allOf", { schema: { allOf: [OBJECT, { required: ["b"] }] } }, "a,1,b,x", undefined],
    ["as an object by allOf", { schema: { allOf: [OBJECT, { required: ["b"] }] } }, "a,1", "required property 'b'"],
  ])("%s: %j with %s", async (_, header, sent, message) => {
    const found = await ofHeader(header, sent);
    if (message === undefined) expect(found).toEqual([]);
    else expect(found.join()).toContain(message);
  });
});

describe("a form in recorded traffic is validated", () => {
  const schema: JsonObject = {
    type: "object",
    required: ["n"],
    properties: { n: { type: "integer", maximum: 9 }, tags: { type: "array", items: { enum: ["a", "b"] } } },
  };
  const multipart = (fields: Record<string, string>) =>
    `${Object.entries(fields)
      .map(([name, value]) => `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join("")}--B--\r\n`;
  const FORM = "application/x-www-form-urlencoded";
  const PARTS = "multipart/form-data";

  test.each<[type: string, body: string, violated: boolean]>([
    [FORM, "n=5&tags=a&tags=b", false],
    [FORM, "n=x", true],
    [FORM, "n=10", true],
    [FORM, "tags=a", true],
    [FORM, "n=1&tags=c", true],
    [PARTS, multipart({ n: "5" }), false],
    [PARTS, multipart({ n: "x" }), true],
    [PARTS, multipart({ other: "x" }), true],
  ])("%s %j", async (type, body, violated) => {
    const requestBody = { required: true, content: { [type]: { schema } } };
    const traffic = trafficOf({ requestBody, responses: { 201: { description: "ok" } } }, "post");
    const contentType = type === PARTS ? `${type}; boundary=B` : type;
    const { findings } = await traffic.check({
      request: {
        method: "POST",
        url: new URL(`${BASE}/it`),
        headers: new Headers({ "content-type": contentType }),
        body,
      },
      response: { status: 201, headers: new Headers(), body: "" },
      duration: 1,
    });
    expect(findings.map(({ check }) => check)).toEqual(violated ? ["status", "request"] : []);
  });
});

test.each([
  ["/rooms/%zz%ff", 400, []],
  ["/rooms/%ff", 400, []],
  ["/rooms/%C3%A9", 400, ["400, but the document lists only 200"]],
  ["/rooms/a%25", 400, ["400, but the document lists only 200"]],
  ["/rooms/%zz%ff", 500, ["500, a server error"]],
])("a server may refuse a URL that cannot be decoded, and no other one: %s", async (path, status, want) => {
  const parameters: JsonObject[] = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const get: JsonObject = { operationId: "getRoom", parameters, responses: { 200: { description: "One." } } };
  const document = { openapi: "3.1.1", info: { title: "Wire", version: "1" }, paths: { "/rooms/{id}": { get } } };
  const traffic = new Traffic({ contract: new Contract(document), name: "test", keyVariable: "KEY" });
  const { findings } = await traffic.check({
    request: { method: "GET", url: new URL(BASE + path), headers: new Headers(), body: "" },
    response: { status, headers: new Headers(), body: "" },
    duration: 1,
  });
  expect(findings.map(({ message }) => message)).toEqual(want);
});
