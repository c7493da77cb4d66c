import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { jsonResponse, REJECTED, verifyServer } from "#test/verify/small-document.js";

const schema: JsonObject = { type: "object", properties: { kind: { type: "string" } } };
const examples: JsonObject = { small: { value: { kind: "small" } }, large: { value: { kind: "large" } } };
const PATHS: JsonObject = {
  "/parcels": {
    post: {
      operationId: "createParcel",
      requestBody: { required: true, content: { "application/json": { schema, examples } } },
      responses: { "201": jsonResponse(true, {}), "400": REJECTED, "404": REJECTED },
    },
  },
};

/** The warnings about the examples of a server that responds to some kinds of parcels with a status. */
async function warningsFor(statuses: Record<string, number>) {
  const { results } = await verifyServer(
    PATHS,
    ({ body }, response) => json(response, statuses[JSON.parse(body).kind] ?? 201, { detail: "No." }),
    { hasExampleData: false },
    { only: ["examples"] },
  );
  expect(failuresOf(results)).toEqual([]);
  return results.flatMap(({ warnings }) => warnings.map(({ message }) => message));
}

test.each([
  ["small", "large"],
  ["large", "small"],
])("the example %s that is rejected while the example %s is accepted is a warning", async (rejected, accepted) => {
  expect(await warningsFor({ [rejected]: 400 })).toEqual([
    `the example ${rejected} is rejected with 400 "No.", although the example ${accepted} is accepted`,
  ]);
});

test.each<[string, Record<string, number>]>([
  ["all examples", { small: 400, large: 400 }],
  ["an example that may name what does not exist", { small: 404 }],
])("a server that rejects %s has no warning", async (_, statuses) => {
  expect(await warningsFor(statuses)).toEqual([]);
});
