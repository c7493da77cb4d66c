import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf, warningsOf } from "../failures.js";
import { jsonResponse, pathParameter, REJECTED, verifyServer } from "../small-document.js";

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

const USER: JsonObject = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const SHOWN: JsonObject = { ...USER, properties: { id: { type: "string" }, name: { type: "string" } } };
const ID = pathParameter("id", { type: "string" }, "u1");
const USERS: JsonObject = {
  "/users": {
    post: {
      requestBody: { required: true, content: { "application/json": { schema: USER } } },
      responses: { "201": jsonResponse(SHOWN, { id: "u1", name: "kim" }), "400": REJECTED },
    },
  },
  "/users/{id}": {
    get: { parameters: [ID], responses: { "200": jsonResponse(SHOWN, { id: "u1", name: "kim" }), "404": REJECTED } },
    delete: { parameters: [ID], responses: { "204": { description: "Done." }, "404": REJECTED } },
  },
};

/** Runs the suite against a server with users that executes some undocumented methods. */
async function runOnUsers(executes: readonly string[], writes = true) {
  const users = new Map<string, JsonObject>([["u1", { id: "u1", name: "kim" }]]);
  const { results, requests } = await verifyServer(
    USERS,
    ({ method, url, body }, response) => {
      const id = url.split("/")[2] ?? "";
      const user = users.get(id);
      if (method === "POST" && id === "") {
        const added = { ...JSON.parse(body), id: `u${users.size + 1}-${Math.random()}` };
        users.set(added.id, added);
        return json(response, 201, added);
      }
      if (method !== "GET" && method !== "DELETE" && !executes.includes(method)) return json(response, 405, {});
      if (!user) return json(response, 404, {});
      if (method === "DELETE") {
        users.delete(id);
        return response.writeHead(204).end();
      }
      if (method !== "GET") users.set(id, { ...JSON.parse(body), id });
      json(response, 200, users.get(id));
    },
    { hasExampleData: false, writes: writes ? "creations" : "none" },
    { only: ["unsupported-methods"] },
  );
  expect(failuresOf(results)).toEqual([]);
  const changed = requests.filter(({ method, url }) => method !== "GET" && url === "/users/u1");
  return { warnings: warningsOf(results).map(({ message }) => message), changed, left: [...users.keys()] };
}

test.each<[executes: string[], warnings: string[]]>([
  [[], []],
  [["PUT"], ["200 for the unsupported method PUT"]],
  [
    ["PUT", "PATCH"],
    ["200 for the unsupported method PATCH", "200 for the unsupported method PUT"],
  ],
])(
  "a server that executes %j on users has the warnings %j, and keeps the user of others",
  async (executes, warnings) => {
    expect(await runOnUsers(executes)).toEqual({ warnings, changed: [], left: ["u1"] });
  },
);

test("without writes, no undocumented method that changes something is sent", async () => {
  expect(await runOnUsers(["PUT", "PATCH"], false)).toEqual({ warnings: [], changed: [], left: ["u1"] });
});

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
