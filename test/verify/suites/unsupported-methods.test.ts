import { expect, test } from "vitest";
import { json } from "#test/server.js";
import { jsonResponse, REJECTED, verifyServer } from "../small-document.js";

const PATHS = {
  "/things": {
    post: {
      operationId: "createThing",
      requestBody: { content: { "application/json": { schema: { type: "object" } } } },
      responses: { "201": jsonResponse({ type: "object" }, {}), "400": REJECTED },
    },
  },
};

test.each([
  [200, ["200 for the unsupported method GET"], "passed"],
  [405, [], "passed"],
  [501, [], "passed"],
  [500, [], "failed"],
] as const)(
  "a method that a path lacks: %i leads to the warnings %j, and the test case %s",
  async (status, warnings, verdict) => {
    const { results } = await verifyServer(
      PATHS,
      ({ method }, response) => json(response, method === "GET" ? status : 201, {}),
      { hasExampleData: false },
      { only: ["unsupported-methods"] },
    );
    const [result] = results.filter(({ name }) => name.endsWith("GET"));
    expect(result?.outcome.verdict).toBe(verdict);
    expect(result?.warnings.map(({ message }) => message)).toEqual(warnings);
  },
);
