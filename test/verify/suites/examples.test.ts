import { expect, test } from "vitest";
import { json } from "../../server.js";
import { REJECTED, verifyServer } from "../small-document.js";

test("an operation without a complete example has a skipped test case with the reason", async () => {
  const parameters = [{ name: "pet", in: "path", required: true, schema: { type: "string" } }];
  const responses = { "200": { description: "A pet." }, "404": REJECTED };
  const { results } = await verifyServer(
    { "/pets/{pet}": { get: { parameters, responses } } },
    ({ method }, response) => json(response, method === "GET" ? 404 : 405, {}),
  );
  expect(results.find(({ name }) => name === "GET /pets/{pet} › example")?.outcome).toMatchObject({
    verdict: "skipped",
    reason: "the document has no complete example: add one to each required parameter and body",
  });
});
