import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf, warningsOf } from "#test/verify/failures.js";
import { verifyServer } from "#test/verify/small-document.js";

const ACCOUNT: JsonObject = {
  type: "object",
  required: ["name", "size", "kind"],
  properties: {
    name: { type: "string", minLength: 3, maxLength: 40 },
    size: { type: "integer", minimum: 1, maximum: 9 },
    kind: { enum: ["small", "large"] },
  },
};
const content = (example: JsonObject): JsonObject => ({
  content: { "application/json": { schema: ACCOUNT, example } },
});
const EXAMPLE = { name: "An account", size: 3, kind: "small" };

test("invalid changes of one resource are sent one by one, so that each is judged by what it has stored itself", async () => {
  let stored: JsonObject = EXAMPLE;
  let open = 0;
  let most = 0;
  const { results } = await verifyServer(
    {
      "/account": {
        get: { operationId: "showAccount", responses: { "200": { description: "Done.", ...content(EXAMPLE) } } },
        put: {
          operationId: "changeAccount",
          requestBody: { required: true, ...content(EXAMPLE) },
          responses: { "204": { description: "Done." }, "422": { description: "Invalid." } },
        },
      },
    },
    async ({ method, body }, response) => {
      if (method === "GET") return json(response, 200, stored);
      open += 1;
      most = Math.max(most, open);
      try {
        const sent = JSON.parse(body);
        // It takes what it can, and keeps the rest as it is.
        stored = { ...stored, ...(typeof sent === "object" ? sent : {}) };
        await wait(5);
        response.writeHead(204).end();
      } catch {
        response.writeHead(422).end();
      } finally {
        open -= 1;
      }
    },
    { allowed: new Set(["changeAccount"]) },
    { only: ["changeAccount › rejects"] },
  );
  const own = results.filter(({ suite }) => suite === "invalid-requests");
  expect(own.length).toBeGreaterThan(10);
  expect(failuresOf(own).filter((text) => text.includes("a body kind"))).not.toEqual([]);
  const ofValues = warningsOf(own).filter(({ check }) => check === "converted" || check === "assigned");
  expect(ofValues.map(({ message }) => message)).toEqual([]);
  expect(most).toBe(1);
});
