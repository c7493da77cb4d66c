import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json, numbers } from "#test/server.js";
import { verifyServer } from "#test/verify/small-document.js";

const FILE: JsonObject = { type: "object", properties: { id: { type: "string" }, name: { type: "string" } } };
const ID: JsonObject = { name: "id", in: "path", required: true, schema: { type: "string" } };
const contentOf = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
const BODY = contentOf({ type: "object", required: ["name"], properties: { name: { type: "string", minLength: 1 } } });
const gone: JsonObject = { description: "There is no such file." };

const PATHS: JsonObject = {
  "/files": {
    post: {
      operationId: "createFile",
      requestBody: { required: true, content: BODY },
      responses: {
        201: {
          description: "Created.",
          content: contentOf({ type: "object", properties: { entries: { type: "array", items: FILE } } }),
        },
        400: gone,
      },
    },
  },
  "/files/{id}": {
    get: {
      operationId: "getFile",
      parameters: [ID],
      responses: { 200: { description: "The file.", content: contentOf(FILE) }, 404: gone },
    },
    delete: { operationId: "deleteFile", parameters: [ID], responses: { 204: { description: "Gone." }, 404: gone } },
  },
};

test.each([
  ["a list of one", true, (file: object) => ({ entries: [file] })],
  ["two items", false, (file: object) => ({ entries: [file, { id: "f0", name: "other" }] })],
])("a creation that answers with %s identifies what it created: %j", async (_, isIdentified, answerOf) => {
  const files = new Map<string, object>();
  const next = numbers();
  const { requests } = await verifyServer(
    PATHS,
    ({ method, url, body }, response) => {
      const id = url.split("/")[2] ?? "";
      if (method === "POST") {
        const sent = body.startsWith("{") && body.endsWith("}") ? JSON.parse(body) : {};
        if (typeof sent.name !== "string" || sent.name === "") return json(response, 400, {});
        const file = { id: `f${next()}`, name: sent.name };
        files.set(file.id, file);
        return json(response, 201, answerOf(file));
      }
      const file = files.get(id);
      if (!file) return json(response, 404, {});
      if (method === "DELETE") files.delete(id);
      return method === "DELETE" ? void response.writeHead(204).end() : json(response, 200, file);
    },
    { hasExampleData: false, settle: 50 },
    { only: ["life-cycle"] },
  );
  expect(requests.some(({ method, url }) => method === "GET" && /^\/files\/f[1-9]/.test(url))).toBe(isIdentified);
});
