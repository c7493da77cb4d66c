import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json, type ReceivedRequest } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { jsonResponse, REJECTED, type Respond, verifyServer } from "#test/verify/small-document.js";

const TARGET = { hasExampleData: false, settle: 50 };
const TEXT: JsonObject = { type: "string" };
const TEAM: JsonObject = { type: "object", required: ["id"], properties: { id: TEXT } };
const RESPONSES: JsonObject = { "400": REJECTED, "404": REJECTED, "422": REJECTED };

/** Teams, and notes that a query selects. Examples name a team that does not exist. */
function notesBy(parameters: JsonObject[]): JsonObject {
  return {
    "/teams": {
      get: {
        operationId: "listTeams",
        responses: {
          "200": { description: "Done.", content: { "application/json": { schema: { type: "array", items: TEAM } } } },
        },
      },
    },
    "/teams/{team}": {
      get: {
        operationId: "getTeam",
        parameters: [{ name: "team", in: "path", required: true, schema: TEXT, example: "dead" }],
        responses: { "200": jsonResponse(TEAM, { id: "dead" }), "404": REJECTED },
      },
    },
    "/notes": {
      get: { operationId: "listNotes", parameters, responses: { "200": jsonResponse(true, {}), ...RESPONSES } },
    },
  };
}

const query = (name: string, required: boolean, example = "dead"): JsonObject => {
  return { name, in: "query", required, schema: TEXT, example };
};

/** A server with one team, which accepts some queries for notes. */
function withOneTeam(status: number, accepts: (query: URLSearchParams) => boolean): Respond {
  return ({ url }, response) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    if (pathname === "/teams") return json(response, 200, [{ id: "team-7" }]);
    if (pathname === "/teams/team-7") return json(response, 200, { id: "team-7" });
    if (pathname.startsWith("/teams/")) return json(response, 404, {});
    const isRight = pathname === "/notes" && accepts(searchParams);
    json(response, isRight ? 200 : status, isRight ? {} : { message: "invalid parameter team_id" });
  };
}

const queriesOf = (requests: readonly ReceivedRequest[]) =>
  requests.filter(({ url }) => url.startsWith("/notes")).map(({ url }) => url.slice("/notes".length));

test.each([400, 404, 422])("after a %i, optional parameters are left out", async (status) => {
  const { requests, results } = await verifyServer(
    notesBy([query("team_id", false), query("kind", true, "short")]),
    withOneTeam(status, (sent) => !sent.has("team_id") && sent.get("kind") === "short"),
    TARGET,
    { only: ["examples"] },
  );
  expect(queriesOf(requests)).toEqual(["?team_id=dead&kind=short", "?kind=short"]);
  expect(failuresOf(results)).toEqual([]);
});

test("a required parameter that is rejected gets an identifier that exists, which is the base of other test cases", async () => {
  const { requests, results } = await verifyServer(
    notesBy([query("team_id", true), { name: "size", in: "query", schema: { type: "integer", minimum: 1 } }]),
    withOneTeam(
      404,
      (sent) => sent.get("team_id") === "team-7" && (!sent.has("size") || /^[1-9]\d*$/.test(String(sent.get("size")))),
    ),
    TARGET,
    { only: ["examples", "invalid-requests"] },
  );
  const [first, second, ...others] = queriesOf(requests);
  expect([first, second]).toEqual(["?team_id=dead", "?team_id=team-7"]);
  expect(others.filter((sent) => sent.includes("size=0"))).toEqual(["?team_id=team-7&size=0"]);
  expect(failuresOf(results)).toEqual([]);
});

test("a rejected parameter that names nothing gets a generated value", async () => {
  const { requests, results } = await verifyServer(
    notesBy([query("shade", true)]),
    withOneTeam(400, (sent) => sent.get("shade") !== "dead"),
    TARGET,
    { only: ["examples"] },
  );
  expect(queriesOf(requests)).toEqual(["?shade=dead", expect.not.stringContaining("dead")]);
  expect(failuresOf(results)).toEqual([]);
});

test("an example of a path that does not exist is followed by one that exists", async () => {
  const { requests, results } = await verifyServer(
    notesBy([]),
    withOneTeam(404, () => true),
    TARGET,
    {
      only: ["examples"],
    },
  );
  const paths = requests.map(({ url }) => url).filter((url) => url.startsWith("/teams/"));
  expect(paths[0]).toBe("/teams/dead");
  expect(paths.at(-1)).toBe("/teams/team-7");
  expect(failuresOf(results)).toEqual([]);
});

test("a value of the target file is not replaced", async () => {
  const { requests } = await verifyServer(
    notesBy([query("team_id", true)]),
    withOneTeam(404, () => false),
    { ...TARGET, values: { listNotes: { team_id: { "*": "ours" } } } },
    { only: ["examples"] },
  );
  expect(new Set(queriesOf(requests))).toEqual(new Set(["?team_id=ours"]));
});

test("a request that writes names a resource that the run created, and never one that a response showed", async () => {
  const sent = { name: "team_id", in: "query", required: true, schema: TEXT, example: "dead" };
  const created = { "201": jsonResponse(TEAM, { id: "x" }), ...RESPONSES };
  const paths: JsonObject = {
    ...notesBy([]),
    "/notes": { post: { operationId: "addNote", parameters: [sent], responses: created } },
  };
  const { requests } = await verifyServer(
    paths,
    withOneTeam(404, () => false),
    TARGET,
  );
  const written = requests.filter(({ method }) => method === "POST").map(({ url }) => url);
  expect(written.length).toBeGreaterThan(0);
  expect(written.filter((url) => url.includes("team-7"))).toEqual([]);
});
