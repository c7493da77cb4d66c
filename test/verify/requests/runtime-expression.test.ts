import { expect, test } from "vitest";
import type { Json } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { GENERATED, type RequestSpec } from "#verify/model/request/request-spec.js";
import { expressionValue, requestBodyValue } from "#verify/requests/runtime-expression.js";
import { exchangeOf } from "../exchange.js";
import { documentOf } from "../small-document.js";

const parameters = [
  { name: "id", in: "path", required: true, schema: { type: "string" } },
  { name: "limit", in: "query", schema: { type: "integer" } },
  { name: "X-Team", in: "header", schema: { type: "string" } },
];
const [operation] = operationsOf(documentOf({ "/things/{id}": { put: { parameters, responses: {} } } }));
if (!operation) throw new Error("There is no operation.");

const VALUES: Record<string, Json> = { id: "t1", limit: 20, "X-Team": "north" };
const REQUEST: RequestSpec = {
  operation,
  parameters: operation.parameters.map((parameter) => {
    return { parameter, value: VALUES[parameter.name] ?? null, source: GENERATED };
  }),
  body: { type: "application/json", value: { name: "a", tags: ["x", "y"] }, source: GENERATED },
};
const EXCHANGE = exchangeOf({
  status: 201,
  headers: { location: "/things/7" },
  body: '{"id":7,"owner":{"name":"kim"}}',
  request: { method: "PUT", url: "https://api.example.com/things/t1?limit=20" },
});

test.each<[expression: Json, value: Json | undefined]>([
  ["constant", "constant"],
  [7, 7],
  [null, null],
  ["$url", "https://api.example.com/things/t1?limit=20"],
  ["$method", "PUT"],
  ["$statusCode", 201],
  ["$request.path.id", "t1"],
  ["$request.query.limit", 20],
  ["$request.header.x-team", "north"],
  ["$request.query.unknown", undefined],
  ["$request.body", { name: "a", tags: ["x", "y"] }],
  ["$request.body#/tags/1", "y"],
  ["$request.body#/unknown", undefined],
  ["$response.body", { id: 7, owner: { name: "kim" } }],
  ["$response.body#/owner/name", "kim"],
  ["$response.body#/unknown", undefined],
  ["$response.header.Location", "/things/7"],
  ["$response.header.ETag", undefined],
  ["$unknown", undefined],
])("the value of %j after an exchange is %j", (expression, value) => {
  expect(expressionValue(expression, REQUEST, EXCHANGE)).toEqual(value);
});

test("a body that is sent as text has no value for an expression", () => {
  const asText: RequestSpec = {
    ...REQUEST,
    body: { type: "application/json", text: '{"name":"a"}', source: GENERATED },
  };
  expect(expressionValue("$request.body#/name", asText, EXCHANGE)).toBeUndefined();
});

test.each<[expression: Json | undefined, value: Json | undefined]>([
  ["$request.body", { name: "a" }],
  ["$request.body#/name", "a"],
  ["$request.body#/unknown", undefined],
  ["$response.body#/name", undefined],
  ["name", undefined],
  [7, undefined],
  [undefined, undefined],
])("the value of %j that a request body alone determines is %j", (expression, value) => {
  expect(requestBodyValue(expression, { name: "a" })).toEqual(value);
});
