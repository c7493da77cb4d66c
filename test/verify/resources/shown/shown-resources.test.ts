import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json, type ReceivedRequest } from "#test/server.js";
import { jsonResponse, REJECTED, type Respond, verifyServer } from "../../small-document.js";

const TARGET = { hasExampleData: false, settle: 50 };
const ANY: JsonObject = { type: "object" };
const get = (operationId: string): JsonObject => ({
  get: { operationId, responses: { "200": jsonResponse(ANY, {}), "404": REJECTED, "400": REJECTED } },
});

/** A list of things that have an id. */
function list(operationId: string): JsonObject {
  const schema = { type: "array", items: { type: "object", properties: { id: { type: "string" } } } };
  const found = { description: "Found.", content: { "application/json": { schema } } };
  return { get: { operationId, responses: { "200": found, "404": REJECTED } } };
}

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
    "an absolute address in a body",
    { "/feed": get("getFeed"), ...item("/customers/{id}/cards/{card}") },
    { "/feed": { href: "https://api.example.com/customers/c1/cards/k2?full=1" }, "/customers/c1/cards/k2": {} },
  ],
  [
    "a field with a word before the name of the resource",
    { "/feed": get("getFeed"), ...item("/customers/{id}") },
    { "/feed": { billing_customer_id: "c1" }, "/customers/c1": {} },
  ],
  [
    "a field with a word before the name of the resource, in camel case",
    { "/feed": get("getFeed"), ...item("/projects/{id}") },
    { "/feed": { parentProjectId: "p1" }, "/projects/p1": {} },
  ],
  [
    "a list at a path with a slash at its end",
    { "/things/": list("listThings"), ...item("/things/{id}") },
    { "/things/": [{ id: "t1" }], "/things/t1": {} },
  ],
  [
    "a list, for an item at a path with a slash at its end",
    { "/things/": list("listThings"), ...item("/things/{id}/") },
    { "/things/": [{ id: "t1" }], "/things/t1/": {} },
  ],
  [
    "the only identifying field of the items, if no name fits",
    { "/silences": list("listSilences"), ...item("/silences/{ref}") },
    { "/silences": [{ id: "s1", comment: "c" }], "/silences/s1": {} },
  ],
  [
    "a list in a wrapper, without any extension",
    { "/projects": get("listProjects"), ...item("/projects/{slug}") },
    { "/projects": { projects: [{ slug: "roof" }] }, "/projects/roof": {} },
  ],
])("an identifier is found in %s", async (_, paths, bodies) => {
  const { results } = await verifyServer(paths, serving(bodies), { ...TARGET, writes: "none" }, { only: ["examples"] });
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual(Object.keys(paths).map(() => "passed"));
});

test("an identifier is found in Location", async () => {
  const paths = { "/feed": get("getFeed"), ...item("/customers/{id}/cards/{card}") };
  const server = serving({ "/feed": {}, "/customers/c1/cards/k2": {} }, { location: "/customers/c1/cards/k2" });
  const { results } = await verifyServer(paths, server, { ...TARGET, writes: "none" }, { only: ["examples"] });
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed", "passed"]);
});

test("the path of a request that succeeded is an identifier for other operations", async () => {
  const [[path = "", cards] = []] = Object.entries(item("/customers/{id}/cards"));
  const known = { name: "customer", in: "path", required: true, schema: { type: "string" }, example: "c1" };
  const paths = { "/customers/{customer}": { parameters: [known], ...get("getCustomer") }, [path]: cards ?? {} };
  const server = serving({ "/customers/c1": { name: "Ada" }, "/customers/c1/cards": {} });
  const { results } = await verifyServer(paths, server, { ...TARGET, writes: "none" }, { only: ["examples"] });
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed", "passed"]);
});

test("a value that the parameter does not admit is not sent: a field of another kind may have a similar name", async () => {
  const id = { name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } };
  const paths = { "/feed": get("getFeed"), "/people/{id}": { parameters: [id], ...get("getPerson") } };
  const bodies = { "/feed": { person: { id: "ada" } } };
  const { requests } = await verifyServer(
    paths,
    serving(bodies),
    { ...TARGET, writes: "none" },
    { only: ["examples"] },
  );
  expect(urls(requests)).not.toContain("GET /people/ada");
});

test("an absolute address of another form, or of another base path, shows nothing", async () => {
  const paths = { "/feed": get("getFeed"), ...item("/projects/{id}") };
  const bodies = { "/feed": { a: "https://example.com/docs/projects/p1", b: "https://example.com/projects/p1/x" } };
  const { requests } = await verifyServer(
    paths,
    serving(bodies),
    { ...TARGET, writes: "none" },
    { only: ["examples"] },
  );
  expect(urls(requests)).toEqual(["GET /feed"]);
});

test.each([
  ["under its own name", (name: string) => ({ name })],
  ["under the name of another kind", (name: string) => ({ customer: name })],
  ["in an address", (name: string) => ({ self: `/customers/${name}` })],
])("an unknown value that a response repeats identifies nothing: %s", async (_, repeat) => {
  const paths = { ...item("/usage/{name}"), ...item("/customers/{id}") };
  const echo: Respond = ({ url }, response) => {
    const [, name] = /^\/usage\/(\w+)$/.exec(url) ?? [];
    json(response, name === undefined ? 404 : 200, name === undefined ? {} : repeat(name));
  };
  const { requests } = await verifyServer(paths, echo, { ...TARGET, writes: "none" });
  const unknown = urls(requests).flatMap((url) => url.split("GET /usage/")[1] ?? []);
  expect(unknown).not.toEqual([]);
  expect(urls(requests).filter((url) => unknown.some((name) => url === `GET /customers/${name}`))).toEqual([]);
});

test.each([
  ["a date", { type: "string", format: "date" }, [{ id: "s1" }]],
  ["an enum", { type: "string", enum: ["s1", "s2"] }, [{ id: "s9" }]],
  ["a text, if the items have two identifying fields", { type: "string" }, [{ id: "s1", uuid: "u1" }]],
])("an identifying field is no value for %s", async (_, schema, items) => {
  const parameters = [{ name: "ref", in: "path", required: true, schema }];
  const paths = { "/days": list("listDays"), "/days/{ref}": { parameters, ...get("getDay") } };
  const { requests } = await verifyServer(
    paths,
    serving({ "/days": items as unknown as JsonObject }),
    { ...TARGET, writes: "none" },
    { only: ["examples"] },
  );
  expect(urls(requests).filter((url) => items.some(({ id }) => url === `GET /days/${id}`))).toEqual([]);
});

test("several parents are tried, until one has children", async () => {
  const paths = {
    "/lists": list("listLists"),
    ...item("/lists/{list}"),
    "/lists/{list}/tasks": {
      ...(item("/lists/{list}/tasks")["/lists/{list}/tasks"] as JsonObject),
      ...list("listTasks"),
    },
    ...item("/lists/{list}/tasks/{task}"),
  };
  const lists = ["a", "b", "c", "d"].map((id) => ({ id }));
  const empty = Object.fromEntries(
    lists.flatMap(({ id }) => [
      [`/lists/${id}`, { id }],
      [`/lists/${id}/tasks`, []],
    ]),
  );
  for (const { id } of lists) {
    const full = { [`/lists/${id}/tasks`]: [{ id: "t1" }], [`/lists/${id}/tasks/t1`]: { id: "t1" } };
    const bodies = { ...empty, "/lists": lists, ...full } as unknown as JsonObject;
    const { results } = await verifyServer(
      paths,
      serving(bodies),
      { ...TARGET, writes: "none" },
      { only: ["examples"] },
    );
    expect(results.at(-1)?.outcome.verdict, id).toBe("passed");
  }
});

test("an identifier is found in a field that has the schema of the parameter", async () => {
  const ref = { $ref: "#/components/schemas/OrderId" };
  const feed = { type: "object", properties: { events: { type: "array", items: { properties: { about: ref } } } } };
  const paths = {
    "/feed": { get: { operationId: "getFeed", responses: { "200": jsonResponse(feed, {}) } } },
    "/orders/{order}": { parameters: [{ name: "order", in: "path", required: true, schema: ref }], ...get("getOrder") },
  };
  const { results } = await verifyServer(
    paths,
    serving({ "/feed": { events: [{ about: "o-1" }] }, "/orders/o-1": {} }),
    { ...TARGET, writes: "none" },
    { only: ["examples"], extensions: { components: { schemas: { OrderId: { type: "string" } } } } },
  );
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed", "passed"]);
});

test("several shown identifiers are tried, until the target knows one", async () => {
  const paths = { "/feed": get("getFeed"), ...item("/projects/{id}") };
  const bodies = { "/feed": { events: [{ projectId: "old" }, { projectId: "kept" }] }, "/projects/kept": {} };
  const { results } = await verifyServer(paths, serving(bodies), { ...TARGET, writes: "none" }, { only: ["examples"] });
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed", "passed"]);
});

test("a value that one operation showed serves all operations below it, and the test cases of keys", async () => {
  const paths = { "/feed": get("getFeed"), ...item("/projects/{id}"), ...item("/projects/{id}/notes") };
  const bodies = { "/feed": { projectId: "p1" }, "/projects/p1": {}, "/projects/p1/notes": {} };
  const { results } = await verifyServer(
    paths,
    serving(bodies),
    { ...TARGET, writes: "none" },
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
  const target = { ...TARGET, allowed: new Set(["createJob"]) };
  const { results } = await verifyServer(paths, respond, target, { only: ["examples"] });
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
  expect(
    urls(requests).filter((request) => /\/p1(\/|$)/.test(request) && !/^(GET|HEAD|OPTIONS|TRACE)/.test(request)),
  ).toEqual([]);
});
