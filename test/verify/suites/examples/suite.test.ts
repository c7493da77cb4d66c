import { expect, test } from "vitest";
import { json } from "#test/server.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";

test("an operation without an example has a skipped test case that names the value it lacks", async () => {
  const parameters = [{ name: "pet", in: "path", required: true, schema: { type: "string" } }];
  const responses = { "200": { description: "A pet." }, "404": REJECTED };
  const { results } = await verifyServer(
    { "/pets/{pet}": { get: { parameters, responses } } },
    ({ method }, response) => json(response, method === "GET" ? 404 : 405, {}),
  );
  expect(results.find(({ name }) => name === "GET /pets/{pet} › usual values")?.outcome).toMatchObject({
    verdict: "skipped",
    reason: "no value exists for pet",
    needs: [{ kind: "value", setting: ["values", "GET /pets/{pet}", "pet"], isList: false }],
  });
});

const WITHOUT_EXAMPLES = {
  "/news": {
    get: {
      parameters: [{ name: "day", in: "query", required: true, schema: { type: "string", format: "date" } }],
      responses: { "200": { description: "The news." }, "400": REJECTED },
    },
  },
};

test.each([
  [200, "passed"],
  [500, "failed"],
  [204, "failed"],
  [400, "skipped"],
])("an operation without an example is tested with generated values: with %i, it has %s", async (status, verdict) => {
  const { results, requests } = await verifyServer(
    WITHOUT_EXAMPLES,
    (_, response) => response.writeHead(status).end(),
    {},
    { only: ["examples"] },
  );
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual([verdict]);
  expect(requests[0]?.url).toMatch(/^\/news\?day=\d{4}-\d\d-\d\d$/);
});

test.each(["get", "put", "delete"])("a server without state is tested by %s with any id", async (method) => {
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "integer", minimum: 5 } }];
  const content = {
    "application/json": { schema: { type: "object", required: ["a"], properties: { a: { const: 1 } } } },
  };
  const body = method === "put" ? { requestBody: { required: true, content } } : {};
  const { results, requests } = await verifyServer(
    { "/pets/{id}": { [method]: { parameters, ...body, responses: { "200": { description: "A pet." } } } } },
    (_, response) => response.writeHead(200).end(),
    { keepsState: false, hasExampleData: false },
    { only: ["examples"] },
  );
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed"]);
  expect(requests.map((each) => each.body)).toEqual([method === "put" ? '{"a":1}' : ""]);
});
