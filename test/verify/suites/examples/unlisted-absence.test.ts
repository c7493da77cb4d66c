import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { jsonResponse, type Respond, verifyServer } from "#test/verify/small-document.js";
import { data, object, text } from "#test/verify/small-store.js";

const EXAMPLE = "5b8d0b717503c445552a1865";
const spot = object({ id: text, name: text }, ["id", "name"]);
const named: JsonObject = { name: "id", in: "path", required: true, schema: text };
const id: JsonObject = { ...named, example: EXAMPLE };
const answer = (schema: JsonObject): JsonObject => ({
  "200": { description: "Done.", content: { "application/json": { schema } } },
});
const read = (operationId: string, schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  get: { operationId, responses: answer(schema), ...more },
});
const LISTS: JsonObject = {
  "/spots": read("listSpots", { type: "array", items: spot }),
};

/** Responds to a path with its value, and to unknown ones with a status. */
function serving(values: Record<string, Json>, status: number): Respond {
  return ({ method, url }, response) => {
    const found = values[url.split("?")[0] ?? ""];
    if (method !== "GET") return json(response, 405, {});
    json(response, found === undefined ? status : 200, found ?? { error: "There is no such thing." });
  };
}

const SPOT: JsonObject = { id: "68e004217503c445557fb8cf", name: "Dock" };
const VALUES: Record<string, Json> = {
  "/spots": [SPOT],
  [`/spots/${SPOT.id}`]: SPOT,
  [`/spots/${SPOT.id}/notes`]: [{ text: "Wet" }],
};

describe("an example that names nothing at the server, where the document lists no rejection", () => {
  test.each<[string, JsonObject]>([
    ["a resource", { ...LISTS, "/spots/{id}": { parameters: [id], ...read("getSpot", spot) } }],
    [
      "a list below a resource",
      {
        ...LISTS,
        "/spots/{id}": { parameters: [id], ...read("getSpot", spot) },
        "/spots/{id}/notes": { parameters: [id], ...read("listNotes", { type: "array", items: object({ text }) }) },
      },
    ],
    [
      "a resource by a named example",
      {
        ...LISTS,
        "/spots/{id}": {
          parameters: [{ ...named, examples: { one: { value: EXAMPLE }, two: { value: "x" } } }],
          ...read("getSpot", spot),
        },
      },
    ],
  ])("makes no failure for %s: it is read by a value of its list", async (_, paths) => {
    for (const status of [404, 400]) {
      const { results, requests } = await verifyServer(paths, serving(VALUES, status), data, { only: ["examples"] });
      expect(failuresOf(results)).toEqual([]);
      expect(results.map(({ outcome }) => outcome.verdict)).toEqual(results.map(() => "passed"));
      expect(requests.some(({ url }) => url === `/spots/${SPOT.id}`)).toBe(true);
    }
  });

  test("is a failure with a status beside a listed 404", async () => {
    const paths: JsonObject = {
      ...LISTS,
      "/spots/{id}": {
        parameters: [id],
        get: { operationId: "getSpot", responses: { ...answer(spot), "404": jsonResponse(true, {}) } },
      },
    };
    const { results } = await verifyServer(paths, serving(VALUES, 400), data, { only: ["examples"] });
    expect(failuresOf(results)[0]).toContain("400, but the document lists only 200, 404");
  });

  test("is a failure if the value of the list is shown in another form than the document has", async () => {
    const paths: JsonObject = { ...LISTS, "/spots/{id}": { parameters: [id], ...read("getSpot", spot) } };
    const values = { ...VALUES, [`/spots/${SPOT.id}`]: { id: SPOT.id ?? "" } };
    const { results } = await verifyServer(paths, serving(values, 404), data, { only: ["examples"] });
    expect(failuresOf(results)[0]).toContain("name");
  });
});
