import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setupServer } from "msw/node";
import { expect, test } from "vitest";
import { startMock } from "#mock/mock.js";
import { contractHandlers } from "#mock/msw/handlers.js";
import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { temporaryFolder } from "../temporary.js";

// The example of a response that the document calls `default`.

const problem = (value: JsonObject): JsonObject => ({
  description: "It failed.",
  content: { "application/problem+json": { schema: { type: "object" }, examples: { unknown: { value } } } },
});
const documentOf = (responses: JsonObject): OpenApiDocument => ({
  openapi: "3.1.1",
  info: { title: "Things", version: "1.0.0" },
  paths: {
    "/things/{id}": {
      delete: {
        operationId: "removeThing",
        parameters: [
          {
            ...{ name: "id", in: "path", required: true, schema: { type: "integer" } },
            examples: { known: { value: 1 }, unknown: { value: 9 } },
          },
        ],
        responses,
      },
    },
  },
});
const PLACES: Record<string, [string, string]> = { removeThing: ["delete", "/things/{id}"] };
const GONE = { description: "Gone.", "x-examples": ["known"] };

test.each<[string, JsonObject, number]>([
  ["of the error in it", { 204: GONE, default: problem({ title: "Unknown", status: 404 }) }, 404],
  ["500 for an error without one", { 204: GONE, default: problem({ title: "Unknown" }) }, 500],
  ["500 for one that is no error", { 204: GONE, default: problem({ status: 200 }) }, 500],
  [
    "500 for one of another response",
    { 204: GONE, "4XX": { description: "No." }, default: problem({ status: 404 }) },
    500,
  ],
  ["200 if no other success is documented", { default: problem({ title: "Removed" }) }, 200],
])("has the status %s, from the mock and from its handlers for MSW", async (_, responses, status) => {
  const document = documentOf(responses);
  const spec = join(await temporaryFolder("default"), "things.json");
  await writeFile(spec, JSON.stringify(document));
  const mock = await startMock({ spec, port: 0 });
  const byRequest = await fetch(`${mock.url}/things/9`, { method: "DELETE" });
  const byKey = await fetch(`${mock.url}/things/9`, { method: "DELETE", headers: { Prefer: "example=unknown" } });
  await mock.close();
  const server = setupServer(...contractHandlers<Record<string, never>>(document, PLACES).handlers());
  server.listen();
  const byHandler = await fetch("https://api.example.com/things/9", { method: "DELETE" });
  server.close();
  for (const response of [byRequest, byKey, byHandler]) {
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toContain("application/problem+json");
  }
});
