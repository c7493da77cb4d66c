import { expect, test } from "vitest";
import { json } from "#test/server.js";
import { failuresOf } from "../failures.js";
import { jsonResponse, verifyServer } from "../small-document.js";

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
