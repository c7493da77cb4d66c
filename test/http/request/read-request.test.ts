import { expect, test } from "vitest";
import { cookiesOf } from "#http/request/cookies.js";
import { inputOf, type RequestReading, readRequest, violationText } from "#http/request/read-request.js";
import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { SchemaValidator } from "#openapi/validator/validator.js";

const INTEGER = { type: "integer" };
const parameter = (location: string, name: string, schema: JsonObject, more: JsonObject = {}) => ({
  name,
  in: location,
  schema,
  ...more,
});
const FORM: JsonObject = {
  type: "object",
  required: ["size"],
  properties: { size: INTEGER, tags: { type: "array", items: INTEGER }, owner: { type: "object" } },
};
const OPERATION: JsonObject = {
  parameters: [
    parameter("path", "id", INTEGER, { required: true }),
    parameter("query", "limit", { type: "integer", maximum: 100 }, { required: true }),
    parameter("query", "ids", { type: "array", items: INTEGER }),
    parameter("query", "range", { type: "object", properties: { min: INTEGER } }, { style: "deepObject" }),
    parameter("query", "after", { type: "string" }),
    parameter("query", "before", { type: "string" }),
    parameter("header", "X-Tags", { type: "array", items: { enum: ["a", "b"] } }),
    parameter("cookie", "color", { type: "object", properties: { red: INTEGER } }),
  ],
  "x-mutually-exclusive": [["after", "before"]],
  requestBody: {
    required: true,
    content: {
      "application/json": { schema: { type: "object", required: ["name"] } },
      "application/x-www-form-urlencoded": { schema: FORM },
      "multipart/form-data": { schema: FORM },
      "text/plain": { schema: INTEGER },
    },
  },
  responses: {},
};
const DOCUMENT: OpenApiDocument = {
  openapi: "3.1.1",
  paths: { "/things/{id}": { post: OPERATION }, "/things": { delete: { responses: {} } } },
};
const MEDIA_TYPES = "application/json or application/x-www-form-urlencoded or multipart/form-data or text/plain";
const [POST, DELETE] = operationsOf(DOCUMENT);
const VALIDATOR = new SchemaValidator(DOCUMENT);

interface Sent {
  id?: string;
  query?: string;
  headers?: Record<string, string>;
  body?: string | { json: string } | undefined;
}

function read(sent: Sent, operation = POST) {
  if (!operation) throw new Error("No operation.");
  const headers = new Headers({ "content-type": "application/json", ...sent.headers });
  const received = {
    path: { id: sent.id ?? "7" },
    query: new URLSearchParams(sent.query ?? "limit=5"),
    headers,
    cookies: cookiesOf(headers.get("cookie")),
    body: "body" in sent ? sent.body : '{"name":"a"}',
  };
  return readRequest(DOCUMENT, operation, received, VALIDATOR);
}

const form = (type: string) => ({ "content-type": type });
const URLENCODED = form("application/x-www-form-urlencoded");
const MULTIPART = form('multipart/form-data; boundary="--b"');
const part = (name: string, value: string) =>
  `----b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

test.each<[string, Sent, object]>([
  [
    "parameters of each location",
    { query: "limit=5&ids=1&ids=2&range[min]=3", headers: { "x-tags": "a, b", cookie: "red=1; x=2" } },
    {
      path: { id: 7 },
      query: { limit: 5, ids: [1, 2], range: { min: 3 } },
      header: { "X-Tags": ["a", "b"] },
      cookie: { color: { red: 1 } },
      body: { name: "a" },
    },
  ],
  ["a body that a server has parsed", { body: { json: "text" } }, { body: "text" }],
  [
    "a urlencoded form",
    { headers: URLENCODED, body: "size=5&tags=1&tags=2&owner=%7B%22a%22%3A1%7D&note=3" },
    { body: { size: 5, tags: [1, 2], owner: { a: 1 }, note: "3" } },
  ],
  [
    "a multipart form",
    { headers: MULTIPART, body: `${part("size", "5")}${part("tags", "1")}----b--` },
    { body: { size: 5, tags: [1] } },
  ],
  ["a text", { headers: form("text/plain"), body: "5" }, { body: "5" }],
])("reads %s", (_, sent, want) => {
  const reading = read(sent);
  expect(inputOf(reading)).toMatchObject(want);
});

test.each<[string, Sent, string[]]>([
  ["nothing", {}, []],
  ["a body that is not known", { body: undefined }, []],
  ["a value", { id: "x" }, ["the path parameter id must be integer"]],
  ["an empty value", { query: "limit=" }, ["the query parameter limit is empty, but must be integer"]],
  ["a missing parameter", { query: "" }, ["the query parameter limit is missing"]],
  ["an item of a list", { query: "limit=5&ids=1&ids=x" }, ["the query parameter ids at /1 must be integer"]],
  ["a header", { headers: { "x-tags": "a,c" } }, ['the header parameter X-Tags at /1 must be one of "a", "b"']],
  ["a cookie", { headers: { cookie: "red=x" } }, ["the cookie parameter color at /red must be integer"]],
  ["both of two", { query: "limit=5&after=a&before=b" }, ["the query parameters after and before cannot be combined"]],
  ["a repeated parameter", { query: "limit=5&limit=6" }, ["the query parameter limit must be sent once (inferred)"]],
  ["a number in another notation", { query: "limit=0x10" }, ["the query parameter limit must be number (inferred)"]],
  ["a missing body", { body: "" }, ["the body is missing"]],
  ["a body that is not JSON", { body: "{" }, ["the body is not JSON"]],
  ["a body that is nested too deeply", { body: "[".repeat(20_000) }, ["the body is not JSON"]],
  ["a missing field", { body: "{}" }, ["the body must have required property 'name'"]],
  ["the media type", { headers: form("text/csv"), body: "a" }, [`the body is text/csv, not ${MEDIA_TYPES}`]],
  ["no media type", { headers: form(""), body: "a" }, [`the body has no Content-Type, and must be ${MEDIA_TYPES}`]],
  ["a form", { headers: URLENCODED, body: "size=x" }, ["the body at /size must be integer"]],
])("finds what violates the document: %s", (_, sent, want) => {
  expect(textsOf(read(sent))).toEqual(want);
});

const OPTIONAL: JsonObject = { type: "object", properties: { page: INTEGER } };
const DEEP = { style: "deepObject", explode: true };
test.each<[string, JsonObject, JsonObject, string[]]>([
  ["an object of optional properties", OPTIONAL, {}, []],
  ["the same as deepObject", OPTIONAL, DEEP, []],
  ["the same under one name", OPTIONAL, { explode: false }, ["the query parameter pageable is missing"]],
  [
    "an object with a required property",
    { ...OPTIONAL, required: ["page"] },
    {},
    ["the query parameter pageable is missing"],
  ],
  ["a list", { type: "array", items: INTEGER }, {}, ["the query parameter pageable is missing"]],
  ["a free-form object", { type: "object" }, {}, ["the query parameter pageable is missing"]],
  ["any value", {}, {}, ["the query parameter pageable is missing"]],
])("a required parameter of which nothing was sent: %s", (_, schema, more, want) => {
  const operation = {
    parameters: [parameter("query", "pageable", schema, { required: true, ...more })],
    responses: {},
  };
  const document: OpenApiDocument = { openapi: "3.1.1", paths: { "/things": { get: operation } } };
  const [get] = operationsOf(document);
  if (!get) throw new Error("No operation.");
  const sent = { path: {}, query: new URLSearchParams(), headers: new Headers(), cookies: {}, body: undefined };
  expect(textsOf(readRequest(document, get, sent, new SchemaValidator(document)))).toEqual(want);
});

test("a body of an operation without one is a violation that is inferred", () => {
  expect(textsOf(read({ body: "{}" }, DELETE))).toEqual(["the body is application/json, not empty (inferred)"]);
  expect(textsOf(read({ body: "" }, DELETE))).toEqual([]);
});

function textsOf({ violations }: RequestReading): string[] {
  return violations.map((found) => violationText(found) + (found.basis === "inferred" ? " (inferred)" : ""));
}

test("a violation names its place in the request and in the document, and what was expected and received", () => {
  const place = "#/paths/~1things~1{id}/post/parameters/1/schema/maximum";
  expect(read({ query: "limit=101" }).violations).toMatchObject([
    { kind: "schema", in: "query", names: ["limit"], at: "", place, expected: "maximum: 100", received: "101" },
  ]);
});
