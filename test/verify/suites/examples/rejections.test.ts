import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { jsonResponse, REJECTED, verifyServer } from "#test/verify/small-document.js";
import { reasonOf } from "#verify/model/test-case/outcome.js";

/** The results of the examples of a server that responds to everything alike. */
async function results(paths: JsonObject, status: number, body: JsonObject = {}) {
  const run = await verifyServer(
    paths,
    (_, response) => json(response, status, body),
    { hasExampleData: false },
    { only: ["examples"] },
  );
  return run.results;
}

describe("a request without an example, whose values may be wrong for the target", () => {
  const PATHS: JsonObject = {
    "/news": {
      get: {
        parameters: [{ name: "team", in: "query", required: true, schema: { type: "string" } }],
        responses: { "200": jsonResponse(true, {}), "400": REJECTED, "503": REJECTED },
      },
    },
  };

  test("is skipped with the server's message if it is rejected", async () => {
    const [result] = await results(PATHS, 400, { title: "Rejected", detail: "The team does not exist." });
    expect(result && reasonOf(result.outcome)).toBe(
      'the target rejected usual values with 400 "The team does not exist.": it may lack the data that they name',
    );
  });

  test("has a warning with the server's message if it leads to a documented server error", async () => {
    const [result] = await results(PATHS, 503, { error: { message: "The team's\nstore is not ready." } });
    expect(result?.outcome.verdict).toBe("passed");
    expect(result?.warnings.map(({ message }) => message)).toEqual([
      '503 "The team\'s store is not ready.", although the document allows the request',
    ]);
  });

  test("is a failure if it leads to a server error that the document does not list", async () => {
    expect(failuresOf(await results(PATHS, 500))[0]).toContain("500, a server error");
  });
});

describe("an example of a rejection", () => {
  const PATHS: JsonObject = {
    "/teams/{id}": {
      get: {
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" }, examples: { wrong: { value: "x-1" } } },
        ],
        responses: {
          "200": jsonResponse(true, {}),
          "400": { description: "Malformed.", content: { "application/json": { examples: { wrong: { value: {} } } } } },
          "404": REJECTED,
        },
      },
    },
  };

  test("permits another rejection that the document lists", async () => {
    expect(failuresOf(await results(PATHS, 404))).toEqual([]);
  });

  test.each([
    [410, "410, but the document lists only 200, 400, 404"],
    [200, "200, but the document has 400 for this case"],
    [500, "500, a server error"],
  ])("does not permit %i", async (status, message) => {
    expect(failuresOf(await results(PATHS, status))[0]).toContain(message);
  });
});
