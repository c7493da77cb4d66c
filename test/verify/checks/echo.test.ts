import { expect, test } from "vitest";
import { json } from "#test/server.js";
import { failuresOf } from "../failures.js";
import { jsonResponse, verifyServer } from "../small-document.js";

test("a sent field that comes back with another value is a finding, unless it differs in the document's example", async () => {
  const body = { content: { "application/json": { schema: { type: "object" }, example: { name: "a", rank: 1 } } } };
  const responses = { "200": jsonResponse({ type: "object" }, { name: "a", rank: 2 }) };
  const { results } = await verifyServer({ "/names": { post: { requestBody: body, responses } } }, (_, response) =>
    json(response, 200, { name: "b", rank: 3 }),
  );
  expect(failuresOf(results.filter(({ suite }) => suite === "examples"))).toEqual([
    'POST /names › example: the body at /name differs from the request, received "b"',
  ]);
});

const NAME = { type: "object", properties: { name: { type: "string" }, rank: { type: "integer" } } };
const wrapped = { type: "object", properties: { data: NAME } };

test.each([
  [
    "in the envelope of the request",
    { data: { name: "a", rank: 1 } },
    { data: { id: 5, name: "b", rank: 1 } },
    ["/data/name"],
  ],
  ["in an envelope of its own", { name: "a", rank: 1 }, { data: { id: 5, name: "b", rank: 1 } }, ["/data/name"]],
  [
    "beside settings of the request",
    { data: { name: "a" }, notify: true },
    { data: { id: 5, name: "b" } },
    ["/data/name"],
  ],
  ["in no envelope", { name: "a", owner: { name: "a" } }, { name: "a", owner: { name: "b" } }, ["/owner"]],
  [
    "beside how the request went",
    { name: "a", status: "open" },
    { status: true, result: { id: 5, name: "b", status: "open" } },
    ["/result/name"],
  ],
  ["nowhere, but how the request went", { status: "open" }, { status: true }, []],
  ["nowhere, in an empty envelope", { success: false, name: "a" }, { success: true, data: { id: 5 } }, []],
  ["as it was sent", { data: { name: "a" } }, { data: { id: 5, name: "a" } }, []],
])("a field that the response shows %s is compared by itself", async (_, sent, shown, places) => {
  const body = { content: { "application/json": { schema: { type: "object" }, example: sent } } };
  const responses = { "200": jsonResponse(wrapped, {}) };
  const { results } = await verifyServer({ "/names": { post: { requestBody: body, responses } } }, (__, response) =>
    json(response, 200, shown),
  );
  const warnings = results.filter(({ suite }) => suite === "examples").flatMap((result) => result.warnings);
  const found = warnings.flatMap(
    ({ message }) => /the body at (\S+) differs from the request/.exec(message)?.[1] ?? [],
  );
  expect(found).toEqual(places);
});
