import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json, type ReceivedRequest } from "#test/server.js";
import { jsonResponse, REJECTED, type Respond, verifyServer } from "../../small-document.js";

const TARGET = { hasExampleData: false, settle: 50 };
const ANY: JsonObject = { type: "object" };
const get = (operationId: string): JsonObject => ({
  get: { operationId, responses: { "200": jsonResponse(ANY, {}), "404": REJECTED, "400": REJECTED } },
});

/** A path whose last parameter is a text. */
function item(path: string, more: JsonObject = {}): JsonObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  const parameters = names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
  return { [path]: { parameters, ...get(`get ${path}`), ...more } };
}

/** Serves these bodies by their paths, and 404 for all others. */
function serving(bodies: JsonObject, headers: Record<string, string> = {}): Respond {
  return ({ url }, response) => {
    const body = bodies[url];
    if (body === undefined) return json(response, 404, {});
    json(response, 200, body, headers);
  };
}

const urls = (requests: readonly ReceivedRequest[]) => requests.map(({ method, url }) => `${method} ${url}`);

test.each<[how: string, paths: JsonObject, bodies: JsonObject]>([
  [
    "a nested field",
    { "/feed": get("getFeed"), ...item("/people/{username}") },
    { "/feed": { posts: [{ author: { username: "ada" } }] }, "/people/ada": {} },
  ],
  [
    "the id of an object with the name of the resource",
    { "/feed": get("getFeed"), ...item("/people/{id}") },
    { "/feed": { person: { id: "p1" } }, "/people/p1": {} },
  ],
  [
    "a field with the name of the resource and `Id`",
    { "/feed": get("getFeed"), ...item("/projects/{id}") },
    { "/feed": { projectId: "p1" }, "/projects/p1": {} },
  ],
  [
    "a field with underscores",
    { "/feed": get("getFeed"), ...item("/projects/{projectId}") },
    { "/feed": { project_id: "p1" }, "/projects/p1": {} },
  ],
  [
    "a field with the name of the resource",
    { "/feed": get("getFeed"), ...item("/customers/{id}") },
    { "/feed": { customer: "c1" }, "/customers/c1": {} },
  ],
  [
    "an address in a body",
    { "/feed": get("getFeed"), ...item("/customers/{id}/cards/{card}") },
    { "/feed": { links: { self: "/api/customers/c1/cards/k2" } }, "/customers/c1/cards/k2": {} },
  ],
  [
    "a list in a wrapper, without any extension",
    { "/projects": get("listProjects"), ...item("/projects/{slug}") },
    { "/projects": { projects: [{ slug: "roof" }] }, "/projects/roof": {} },
  ],
])("an identifier is found in %s", async (_, paths, bodies) => {
  const { results } = await verifyServer(paths, serving(bodies), { ...TARGET, writes: false }, { only: ["examples"] });
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual(Object.keys(paths).map(() => "passed"));
});

test("a value that the parameter does not admit is not sent: a field of another kind may have a similar name", async () => {
  const id = { name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } };
  const paths = { "/feed": get("getFeed"), "/people/{id}": { parameters: [id], ...get("getPerson") } };
  const bodies = { "/feed": { person: { id: "ada" } } };
  const { requests } = await verifyServer(paths, serving(bodies), { ...TARGET, writes: false }, { only: ["examples"] });
  expect(urls(requests)).not.toContain("GET /people/ada");
});

test("several shown identifiers are tried, until the target knows one", async () => {
  const paths = { "/feed": get("getFeed"), ...item("/projects/{id}") };
  const bodies = { "/feed": { events: [{ projectId: "old" }, { projectId: "kept" }] }, "/projects/kept": {} };
  const { results } = await verifyServer(paths, serving(bodies), { ...TARGET, writes: false }, { only: ["examples"] });
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed", "passed"]);
});

test("a value that one operation showed serves all operations below it, and the test cases of keys", async () => {
  const paths = { "/feed": get("getFeed"), ...item("/projects/{id}"), ...item("/projects/{id}/notes") };
  const bodies = { "/feed": { projectId: "p1" }, "/projects/p1": {}, "/projects/p1/notes": {} };
  const { results } = await verifyServer(
    paths,
    serving(bodies),
    { ...TARGET, writes: false },
    { only: ["examples", "authentication"] },
  );
  const examples = results.filter(({ suite }) => suite === "examples");
  expect(examples.map(({ outcome }) => outcome.verdict)).toEqual(["passed", "passed", "passed"]);
});

test("a read that lacked a value runs again after a write has shown one", async () => {
  const paths = {
    "/jobs": {
      post: {
        operationId: "createJob",
        requestBody: {
          content: { "application/json": { schema: { type: "object", properties: { label: { type: "string" } } } } },
        },
        responses: { "202": jsonResponse(ANY, {}), "400": REJECTED },
      },
    },
    ...item("/reports/{reportId}"),
  };
  const respond: Respond = ({ method, url }, response) => {
    if (method === "POST") return json(response, 202, { job: 1, report_id: "r7" });
    json(response, url === "/reports/r7" ? 200 : 404, {});
  };
  const { results } = await verifyServer(paths, respond, TARGET, { only: ["examples"] });
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed", "passed"]);
});

test("a shown identifier is never used by a request that changes something", async () => {
  const change = (operationId: string, body = false): JsonObject => ({
    operationId,
    ...(body ? { requestBody: { content: { "application/json": { schema: ANY } } } } : {}),
    responses: { "200": jsonResponse(ANY, {}), "404": REJECTED, "400": REJECTED },
  });
  const paths = {
    "/feed": get("getFeed"),
    ...item("/projects/{id}", {
      delete: change("remove"),
      put: change("replace", true),
      patch: change("update", true),
    }),
    ...item("/projects/{id}/close", { post: change("close") }),
  };
  const { requests } = await verifyServer(
    paths,
    serving({ "/feed": { projectId: "p1" }, "/projects/p1": {}, "/projects/p1/close": {} }),
    TARGET,
  );
  expect(urls(requests)).toContain("GET /projects/p1");
  expect(urls(requests).filter((request) => /p1/.test(request) && !/^(GET|HEAD|OPTIONS|TRACE)/.test(request))).toEqual(
    [],
  );
});
