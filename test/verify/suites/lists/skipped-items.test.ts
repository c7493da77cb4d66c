import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { named, shows } from "#test/mock/placed-shapes.js";
import { json } from "#test/server.js";
import { type Respond, verifyServer } from "#test/verify/small-document.js";
import { reasonOf } from "#verify/model/test-case/outcome.js";

const THING: JsonObject = { type: "object", properties: { id: { type: "string" }, size: { type: "integer" } } };

/** Things of a collection, whose path may have a parameter. */
function paths(collection: string, id: JsonObject): JsonObject {
  const around = collection.includes("{") ? named("owner") : [];
  const list = { operationId: "listThings", responses: { "200": shows({ type: "array", items: THING }) } };
  return {
    [collection]: { parameters: around, get: list },
    [`${collection}/{thing}`]: {
      parameters: [...around, ...named("thing").map((parameter) => ({ ...parameter, schema: id }))],
      get: { operationId: "getThing", responses: { "200": shows(THING), "404": { description: "Missing." } } },
    },
  };
}

const text: JsonObject = { type: "string" };
const listing =
  (items: JsonObject[], status = 200): Respond =>
  ({ url }, response) =>
    json(response, url.startsWith("/things/") ? 404 : status, items);

test.each<[reason: string, collection: string, id: JsonObject, respond: Respond]>([
  ["too few items (0, needs 1)", "/things", text, listing([])],
  ["no field of the listed items identifies them", "/things", text, listing([{ size: 1 }])],
  ["the target rejected the request for the list", "/things", text, listing([], 403)],
  [
    "the document does not admit the identifiers of the listed items in the path",
    "/things",
    { type: "string", pattern: "^th_" },
    listing([{ id: "a" }]),
  ],
  ["no value exists for owner", "/owners/{owner}/things", text, listing([])],
])("the items of a list are not retrieved, and the reason is that %s", async (reason, collection, id, respond) => {
  const { results } = await verifyServer(paths(collection, id), respond, { writes: "none", hasExampleData: false });
  const [finding] = results.filter(({ name }) => name.includes("finds the items of listThings"));
  expect(finding && reasonOf(finding.outcome)).toContain(reason);
});
