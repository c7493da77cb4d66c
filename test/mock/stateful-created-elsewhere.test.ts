import { afterEach, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { fields, kind, named, shows } from "./placed-shapes.js";

// A creation at another path names fewer resources than the path of what it creates. The response has the other names.

const running = new Set<Mock>();
afterEach(async () => {
  for (const mock of running) await mock.close();
  running.clear();
});

async function started(document: OpenApiDocument) {
  const mock = await startMock({ document, port: 0, state: true, control: true, controlToken: "t" });
  running.add(mock);
  return async (method: string, path: string, json?: JsonObject) => {
    const headers = { authorization: "Bearer t", ...(json && { "content-type": "application/json" }) };
    const response = await fetch(mock.url + path, { method, headers, ...(json && { body: JSON.stringify(json) }) });
    return {
      status: response.status,
      body: JSON.parse((await response.text()) || "null"),
      location: response.headers.get("location"),
    };
  };
}

/** The paths of a kind whose collections are others than its path says. */
function elsewhere(item: string, collections: readonly string[], schema: JsonObject, parameters: JsonObject[]) {
  const one = kind("/x", item, schema, parameters)[item] ?? null;
  const all = collections.map((path): [string, JsonObject] => {
    const collection: JsonObject = Object(kind(path, "/x/{y}", schema, [])[path]);
    const names = (path.match(/\{(\w+)\}/g) ?? []).map((name) => name.slice(1, -1));
    return [path, { ...collection, parameters: named(...names) }];
  });
  return documentOf({ ...Object.fromEntries(all), [item]: one });
}

const OWNED = {
  type: "object",
  required: ["name", "owner", "full_name"],
  properties: {
    name: { type: "string" },
    full_name: { type: "string", readOnly: true },
    owner: { ...fields("login"), readOnly: true },
  },
};

test("a repository of the client is found below its owner, which the response shows", async () => {
  const REPOSITORIES = ["/user/repos", "/orgs/{org}/repos"];
  const send = await started(elsewhere("/repos/{owner}/{repo}", REPOSITORIES, OWNED, named("owner", "repo")));
  const notes = await send("POST", "/user/repos", { name: "notes" });
  const owner = notes.body.owner.login;
  expect([notes.status, notes.body.full_name, notes.location]).toEqual([
    201,
    `${owner}/notes`,
    `/repos/${owner}/notes`,
  ]);
  const drafts = await send("POST", "/user/repos", { name: "drafts" });
  expect(drafts.body.owner.login).toBe(owner);
  const shared = await send("POST", "/orgs/acme/repos", { name: "notes" });
  expect([shared.status, shared.body.owner.login, shared.body.full_name]).toEqual([201, "acme", "acme/notes"]);
  expect((await send("GET", `/repos/${owner}/notes`)).body).toEqual(notes.body);
  expect((await send("GET", "/repos/acme/notes")).body).toEqual(shared.body);
  expect((await send("GET", "/repos/acme/drafts")).status).toBe(404);
  expect((await send("GET", "/orgs/acme/repos")).body).toEqual([shared.body]);
  expect((await send("GET", "/user/repos")).body).toEqual(expect.arrayContaining([notes.body, drafts.body]));
  const snapshot = (await send("GET", "/_mock/snapshot")).body;
  await send("DELETE", `/repos/${owner}/notes`);
  expect((await send("GET", `/repos/${owner}/notes`)).status).toBe(404);
  await send("PUT", "/_mock/snapshot", snapshot);
  expect((await send("GET", `/repos/${owner}/notes`)).body).toEqual(notes.body);
});

test("the owner is the person that a path shows", async () => {
  const document = elsewhere("/repos/{owner}/{repo}", ["/user/repos"], OWNED, named("owner", "repo"));
  const user = { get: { responses: { "200": shows(fields("login", "email")) } } };
  const send = await started({ ...document, paths: { ...Object(document.paths), "/user": user } });
  const { login } = (await send("GET", "/user")).body;
  const { body } = await send("POST", "/user/repos", { name: "notes" });
  expect(body.owner.login).toBe(login);
  expect((await send("GET", "/user/repos")).body).toEqual([body]);
  expect((await send("GET", `/repos/${login}/notes`)).status).toBe(200);
});

test("a project is found below the workspace that the client sent", async () => {
  const PROJECT = fields("key", "workspace", "title");
  const send = await started(
    elsewhere("/projects/{workspace}/{key}", ["/my/projects"], PROJECT, named("workspace", "key")),
  );
  expect((await send("POST", "/my/projects", { key: "k", workspace: "w" })).body).toEqual({ key: "k", workspace: "w" });
  expect((await send("POST", "/my/projects", { key: "k", workspace: "v" })).status).toBe(201);
  expect((await send("PATCH", "/projects/w/k", { key: "k", title: "t" })).status).toBe(200);
  expect((await send("GET", "/projects/w/k")).body).toEqual({ key: "k", workspace: "w", title: "t" });
  expect((await send("GET", "/projects/v/k")).body).toEqual({ key: "k", workspace: "v" });
  expect((await send("GET", "/projects/u/k")).status).toBe(404);
});

test("nothing creates what a response does not show below its owner", async () => {
  const document = elsewhere("/repos/{owner}/{repo}", ["/user/repos"], fields("name", "id"), named("owner", "repo"));
  const send = await started(document);
  expect((await send("POST", "/user/repos", { name: "notes" })).status).toBe(201);
  expect((await send("GET", "/repos/me/notes")).status).toBe(404);
});

test("resources of such a collection have resources below them", async () => {
  const document = elsewhere("/repos/{owner}/{repo}", ["/user/repos"], OWNED, named("owner", "repo"));
  const issues = kind(
    "/repos/{owner}/{repo}/issues",
    "/repos/{owner}/{repo}/issues/{id}",
    fields("id", "title"),
    named("owner", "repo", "id"),
  );
  const send = await started({ ...document, paths: { ...Object(document.paths), ...issues } });
  const { body } = await send("POST", "/user/repos", { name: "notes" });
  const at = `/repos/${body.full_name}/issues`;
  expect((await send("POST", at, { id: "1", title: "first" })).status).toBe(201);
  expect((await send("GET", at)).body).toEqual([{ id: "1", title: "first" }]);
  expect((await send("POST", "/repos/other/notes/issues", { id: "1" })).status).toBe(404);
});
