import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";

const PATHS: JsonObject = {
  "/things/{id}/parts": {
    get: {
      operationId: "listParts",
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", pattern: "^[.]{1,3}$" } }],
      responses: { 200: { description: "Done." }, 404: REJECTED },
    },
  },
};

test("a generated value of a path is never dots alone, which lead to another path", async () => {
  // Each run has a seed of its own.
  for (let run = 0; run < 8; run += 1) {
    const { results, requests } = await verifyServer(
      PATHS,
      (_, response) => json(response, 200, {}),
      { hasExampleData: false, keepsState: false },
      { only: ["examples"] },
    );
    expect(requests.map(({ url }) => url)).toEqual(requests.map(() => "/things/.../parts"));
    expect(results.map(({ outcome }) => outcome.verdict)).not.toContain("failed");
  }
});
