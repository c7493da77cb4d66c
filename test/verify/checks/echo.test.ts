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
