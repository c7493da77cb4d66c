import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { exchangeOf } from "#test/verify/exchange.js";
import { documentOf } from "#test/verify/small-document.js";
import { isWholeList } from "#verify/relations/whole-list.js";

const THINGS: JsonObject = { type: "array", items: { type: "object", properties: { id: { type: "string" } } } };
const COUNTED: JsonObject = { type: "object", properties: { things: THINGS, total: { type: "integer" } } };
const some = (count: number) => Array.from({ length: count }, (_, place) => ({ id: `t-${place}` }));

// A creation that finds something beyond the end of a list has not created it.
test.each<[isWhole: boolean, form: string, schema: JsonObject, body: Json]>([
  [true, "no items", THINGS, []],
  [true, "a few items", THINGS, some(5)],
  [true, "an unusual number of items", THINGS, some(37)],
  [true, "as many items as it counts", COUNTED, { things: some(37), total: 37 }],
  [false, "as many items as many servers return at most", THINGS, some(50)],
  [false, "a power of two", THINGS, some(64)],
  [false, "more items than a run looks at", THINGS, some(2003)],
  [false, "fewer items than it counts", COUNTED, { things: some(37), total: 120 }],
])("that a list without documented pages is whole is %s for %s", (isWhole, _, schema, body) => {
  const done = { description: "Done.", content: { "application/json": { schema } } };
  const document = documentOf({ "/things": { get: { responses: { "200": done } } } });
  const [operation] = operationsOf(document);
  if (!operation) throw new Error("The document has no operation.");
  const exchange = exchangeOf({ headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  expect(isWholeList(document, { operation, parameters: [] }, exchange)).toBe(isWhole);
});

test.each([
  ["session_auth", true, true],
  ["api_key", true, true],
  ["access_token", true, true],
  // A key that a request can do without may select, and so may every other parameter.
  ["access_token", false, false],
  ["team", true, false],
  ["page_token", true, false],
])("that a list with a query parameter %s (required: %s) is whole is %s", (name, required, isWhole) => {
  const schema: JsonObject = { type: "string" };
  const done = { description: "Done.", content: { "application/json": { schema: THINGS } } };
  const parameters = [{ name, in: "query", required, schema }];
  const document = documentOf({ "/things": { get: { parameters, responses: { "200": done } } } });
  const [operation] = operationsOf(document);
  const [parameter] = operation?.parameters ?? [];
  if (!operation || !parameter) throw new Error("The document has no parameter.");
  const exchange = exchangeOf({ headers: { "content-type": "application/json" }, body: JSON.stringify(some(5)) });
  const sent = { parameter, value: "a", source: { kind: "provision" } } as const;
  expect(isWholeList(document, { operation, parameters: [sent] }, exchange)).toBe(isWhole);
});
