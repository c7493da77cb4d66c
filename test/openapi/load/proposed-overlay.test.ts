import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { proposedOverlay } from "#openapi/load/proposed-overlay.js";
import { temporaryFolder } from "#test/temporary.js";

const SHARED: JsonObject = {
  swagger: "2.0",
  info: { title: "T", version: "1" },
  parameters: { taskId: { name: "id", in: "path", required: true, type: "string" } },
  definitions: { Task: { type: "object", properties: { name: { type: "string" } } } },
  responses: { Task: { description: "The task.", schema: { $ref: "#/definitions/Task" } } },
  paths: {
    "/tasks/{id}": {
      get: { parameters: [{ $ref: "#/parameters/taskId" }], responses: { 200: { $ref: "#/responses/Task" } } },
    },
  },
};

test.each([
  ["a shared parameter", "#/components/parameters/taskId", "$.parameters.taskId"],
  ["a field of a definition", "#/components/schemas/Task/properties/name", "$.definitions.Task.properties.name"],
  ["a shared response", "#/components/responses/Task", "$.responses.Task"],
  ["an operation", "#/paths/~1tasks~1{id}/get", "$.paths['/tasks/{id}'].get"],
])("an overlay for a document of Swagger 2.0 has the place of %s there", async (_, pointer, target) => {
  const file = join(await temporaryFolder("proposed"), "api.json");
  await writeFile(file, JSON.stringify(SHARED));
  const overlay = await proposedOverlay(await loadDocument(file), "T", [{ pointer, update: { "x-a": 1 } }], () => []);
  expect(overlay?.actions).toEqual([{ target, update: { "x-a": 1 } }]);
});
