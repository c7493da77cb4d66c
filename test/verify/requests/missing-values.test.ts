import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { reasonOf } from "#verify/model/test-case/outcome.js";
import { jsonResponse, REJECTED, type Respond, verifyServer } from "../small-document.js";

const RESPONSES: JsonObject = { "200": jsonResponse({ type: "object" }, {}), "401": REJECTED, "404": REJECTED };
const ID: JsonObject = { name: "id", in: "path", required: true, schema: { type: "string" } };
const KEY: JsonObject = { components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } } };
const security = [{ key: [] }];

const respond: Respond = ({ headers }, response) => json(response, headers.authorization ? 200 : 401, {});

async function reasonsOf(paths: JsonObject, values = {}): Promise<string[]> {
  const { results } = await verifyServer(
    paths,
    respond,
    { values, hasExampleData: false, writes: "none" },
    { extensions: KEY },
  );
  return results.flatMap(({ outcome }) => reasonOf(outcome) ?? []);
}

test("a skip for want of an optional parameter names the parameter", async () => {
  const parameters = ["after", "before"].map((name) => ({ name, in: "query", schema: { type: "string" } }));
  const reasons = await reasonsOf({
    "/a": { get: { operationId: "getA", security, parameters, responses: RESPONSES } },
  });
  expect(reasons).toContain("no value exists for after and before: add an example to the document");
});

test("a skip for want of a value that is not consumed names the list of the target file", async () => {
  const get: JsonObject = { operationId: "getA", parameters: [ID], responses: RESPONSES };
  const reasons = await reasonsOf({ "/a/{id}": { get } }, { getA: { id: { "*": ["a", "b"] } } });
  expect(reasons).toContain("it needs a value that it does not consume, and values.getA.id is a list");
});

test("no skip says that an unnamed part lacks a value", async () => {
  const body = { required: true, content: { "application/json": { schema: { type: "object" } } } };
  const { results } = await verifyServer(
    {
      "/a/{id}": {
        parameters: [ID],
        get: { operationId: "getA", security, responses: RESPONSES },
        put: { operationId: "putA", security, requestBody: body, responses: RESPONSES },
        delete: { operationId: "deleteA", security, responses: RESPONSES },
      },
    },
    (_, response) => json(response, 404, {}),
    { hasExampleData: false },
    { extensions: KEY },
  );
  const reasons = results.flatMap(({ outcome }) => reasonOf(outcome) ?? []);
  expect(reasons.filter((reason) => reason.includes("no value exists"))).not.toEqual([]);
  expect(reasons.join("\n")).not.toMatch(/required part/);
});
