import { expect, test } from "vitest";
import { json } from "#test/server.js";
import { failuresOf, warningsOf } from "../failures.js";
import { jsonResponse, pathParameter, REJECTED, verifyServer } from "../small-document.js";

test("a header that fits its schema in none of its readings is a finding", async () => {
  const headers = {
    "x-ids": { schema: { type: "array", items: { type: "integer" } } },
    "x-left": { schema: { type: ["integer", "null"] } },
  };
  const paths = { "/things": { get: { responses: { "200": jsonResponse({ type: "object" }, {}, { headers }) } } } };
  const { results } = await verifyServer(paths, (_, response) =>
    json(response, 200, {}, { "x-ids": "1, b", "x-left": "few" }),
  );
  expect(failuresOf(results.filter(({ suite }) => suite === "examples"))).toEqual([
    expect.stringMatching(/: header x-ids at \/1 must be integer/),
    expect.stringMatching(/: header x-left must be integer,null/),
  ]);
});

test.each([
  ["etag", '"1"', true],
  ["etag", 'W/"a b"', false],
  ["etag", 'W/"a-b"', true],
  ["etag", "1", false],
  ["etag", "", false],
  ["location", "../things/1?a=b", true],
  ["location", "/things/a thing", false],
  ["retry-after", "120", true],
  ["retry-after", "Fri, 31 Dec 1999 23:59:59 GMT", true],
  ["retry-after", "soon", false],
  ["allow", "GET, HEAD", true],
  ["allow", "", true],
  ["allow", "GET and HEAD", false],
])("a header %s with the value %j has the form that HTTP defines: %s", async (name, value, isRight) => {
  const paths = { "/things": { get: { responses: { "200": jsonResponse({ type: "object" }, {}) } } } };
  const { results } = await verifyServer(
    paths,
    (_, response) => json(response, 200, {}, { [name]: value }),
    {},
    { only: ["examples"] },
  );
  const warnings = warningsOf(results).map(({ message }) => message);
  expect(warnings).toEqual(isRight ? [] : [expect.stringContaining(`the header ${name} is not`)]);
  expect(failuresOf(results)).toEqual([]);
});

test.each([
  ["GET, DELETE", []],
  ["get,delete, HEAD, OPTIONS, PUT", []],
  [undefined, []],
  ["GET", ["405, and the header allow lacks DELETE, which the document has"]],
])("a 405 with Allow %j has the warnings %j, as the path has GET and DELETE", async (allow, warnings) => {
  const operation = {
    parameters: [pathParameter("id", { type: "string" }, "1")],
    responses: { "204": REJECTED, "404": REJECTED },
  };
  const { results } = await verifyServer(
    { "/things/{id}": { get: operation, delete: operation } },
    ({ method, url }, response) =>
      method === "GET" || method === "DELETE"
        ? response.writeHead(url === "/things/1" ? 204 : 404).end()
        : response.writeHead(405, allow === undefined ? {} : { allow }).end(),
    {},
    { only: ["unsupported-methods"] },
  );
  expect(failuresOf(results)).toEqual([]);
  expect(warningsOf(results).map(({ message }) => message)).toEqual(warnings);
});
