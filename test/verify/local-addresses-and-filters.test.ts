import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import type { CaseResult } from "#verify/model/test-case/outcome.js";
import { json } from "../server.js";
import { failuresOf } from "./failures.js";
import { REJECTED, type Respond, verifyServer } from "./small-document.js";

const THING: JsonObject = {
  type: "object",
  required: ["id", "owner", "site"],
  properties: {
    id: { type: "integer" },
    owner: { type: "string", format: "uuid" },
    // JSON Schema has no format with this name; OpenAPI has int64 for integers only.
    site: { type: "string", format: "url" },
    size: { type: "string", format: "int64" },
  },
};
const OWNER = "5f0c1f5e-2a3b-4c4d-8e5f-6a7b8c9d0e1f";
const ITEM = { id: 1, owner: OWNER, site: "http://127.0.0.1:8080/one", size: "large" };
const LIST: JsonObject = {
  description: "Done.",
  content: { "application/json": { schema: { type: "array", items: THING } } },
};
const PATHS: JsonObject = {
  "/things": {
    get: {
      operationId: "listThings",
      parameters: [{ name: "owner", in: "query", schema: { type: "string", format: "uuid" }, example: OWNER }],
      responses: { "200": LIST, "400": REJECTED },
    },
  },
};

const OTHER = { ...ITEM, id: 2, owner: "0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9" };

/** Lists the things of an owner; of nobody, nothing. */
function listing(things: readonly JsonObject[], filters = true): Respond {
  return ({ method, url }, response) => {
    if (method !== "GET") return json(response, 405, {});
    const owner = new URL(url, "http://localhost").searchParams.get("owner");
    if (owner !== null && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(owner)) return json(response, 400, {});
    const own = things.filter((thing) => owner === null || thing.owner === owner);
    json(response, 200, filters ? own : things);
  };
}

const warningsOf = (results: readonly CaseResult[]) =>
  results.flatMap(({ warnings }) => warnings.map(({ message }) => message));

test("a filter by an unknown id may list nothing, and a format that no standard has is not checked", async () => {
  // The example of the filter is an owner without things.
  const { results } = await verifyServer(PATHS, listing([OTHER]));
  expect(failuresOf(results)).toEqual([]);
  expect(warningsOf(results)).toEqual([]);
});

test("a filter that lists things of others is a warning, and an address that is not a text a failure", async () => {
  const unfiltered = await verifyServer(PATHS, listing([ITEM, OTHER], false));
  expect(warningsOf(unfiltered.results).join()).toContain("lists an item with another value");
  const wrong = await verifyServer(PATHS, listing([{ ...ITEM, site: 1 }]));
  expect(failuresOf(wrong.results).join()).toContain("must be string");
});
