import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { jsonResponse, pathParameter, REJECTED, verifyServer } from "#test/verify/small-document.js";
import { findingsOf } from "#verify/model/test-case/outcome.js";

const schema: JsonObject = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
const PATHS: JsonObject = {
  "/things": {
    post: {
      operationId: "createThing",
      requestBody: { content: { "application/json": { schema: { type: "object" }, example: { name: "a" } } } },
      responses: { "201": jsonResponse(schema, { id: "t1" }) },
    },
  },
  "/things/{id}": {
    get: {
      operationId: "getThing",
      parameters: [pathParameter("id", { type: "string" }, "t1")],
      responses: { "200": jsonResponse(schema, { id: "t1" }), "4XX": REJECTED },
    },
  },
};

test.each([
  [400, 'rejected when it is retrieved, received 400 "No."'],
  [422, 'rejected when it is retrieved, received 422 "No."'],
  [404, "not found, received 404"],
  [403, undefined],
  [409, 'refused when it is retrieved, received 409 "No."'],
  [423, 'refused when it is retrieved, received 423 "No."'],
  [429, undefined],
] as const)("a created resource for whose id the server sends %i: %s", async (status, want) => {
  const { results } = await verifyServer(
    PATHS,
    ({ method }, response) =>
      method === "POST" ? json(response, 201, { id: `t${Math.random()}` }) : json(response, status, { detail: "No." }),
    { hasExampleData: false },
    { only: ["life-cycle"] },
  );
  const found = results.flatMap(({ outcome, warnings }) => [...findingsOf(outcome), ...warnings]);
  const texts = found
    .filter(({ check }) => check === "relation")
    .map((each) => `${each.message}, received ${each.received}`);
  expect(texts).toEqual(want === undefined ? [] : [`the resource that createThing created is ${want}`]);
});

test.each([401, 403])(
  "a created resource that is refused with %i is a warning, where the key may read others",
  async (status) => {
    const { results } = await verifyServer(
      PATHS,
      ({ method, url }, response) => {
        if (method === "POST") return json(response, 201, { id: `n${Math.random()}` });
        if (url === "/things/t1") return json(response, 200, { id: "t1" });
        json(response, url.startsWith("/things/n") ? status : 404, { detail: "No." });
      },
      { hasExampleData: true },
      { only: ["examples", "life-cycle"] },
    );
    const messages = results.flatMap(({ warnings }) => warnings.map(({ message }) => message));
    expect(messages).toContain("the resource that createThing created is refused when it is retrieved");
    expect(results.filter(({ outcome }) => outcome.verdict === "failed")).toEqual([]);
  },
);
