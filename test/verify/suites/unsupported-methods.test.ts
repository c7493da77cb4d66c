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

test("a GET that a path lacks is sent to an identifier that a response showed, and a PATCH never", async () => {
  const id = { type: "string" };
  const items = { type: "array", items: { type: "object", properties: { id } } };
  const found = { "200": { description: "Found.", content: { "application/json": { schema: items } } } };
  const paths = {
    "/things": { get: { operationId: "listThings", responses: found } },
    "/things/{thing}": {
      parameters: [{ name: "thing", in: "path", required: true, schema: id }],
      delete: { operationId: "deleteThing", responses: { "204": { description: "Deleted." }, "404": REJECTED } },
    },
  };
  const { requests } = await verifyServer(
    paths,
    ({ method, url }, response) =>
      json(response, url !== "/things" ? 405 : method === "GET" ? 200 : 405, [{ id: "t-1" }]),
    { hasExampleData: false },
    { only: ["examples", "unsupported-methods"] },
  );
  const ofThing = requests.filter(({ url }) => url === "/things/t-1").map(({ method }) => method);
  expect(ofThing).toEqual(["GET"]);
});
