import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { percentDecoded } from "#openapi/document/percent-decoded.js";
import { json } from "#test/server.js";
import { failuresOf } from "../failures.js";
import { jsonResponse, pathParameter, REJECTED, type Respond, verifyServer } from "../small-document.js";
import { isText, lifeOf, object, objectIn } from "../small-store.js";

const articlePaths = (schema: JsonObject, example: string): JsonObject => ({
  "/articles/{id}": {
    get: {
      parameters: [pathParameter("id", schema, example)],
      responses: { "200": jsonResponse({ type: "object" }, {}), "404": REJECTED },
    },
    delete: {
      parameters: [pathParameter("id", schema, example)],
      responses: { "204": { description: "It is deleted." }, "404": REJECTED },
    },
  },
});

const idOf = (url: string) => url.split("/").at(-1) ?? "";

/** Has an article for every id of up to six characters. */
const respond: Respond = ({ method, url }, response) => {
  const isFound = idOf(url).length <= 6;
  if (method === "DELETE") response.writeHead(isFound ? 204 : 404).end();
  else json(response, isFound ? 200 : 404, {});
};

test.each<[title: string, schema: JsonObject, example: string]>([
  ["a number as text", { type: "string" }, "1"],
  ["a short name", { type: "string" }, "art-7"],
  ["a short pattern", { type: "string", pattern: "^[0-9]{1,4}$" }, "42"],
])("a generated value in the format of %s deletes no resource that exists", async (_, schema, example) => {
  const { results, requests } = await verifyServer(articlePaths(schema, example), respond, { hasExampleData: false });
  expect(requests.filter(({ method, url }) => method === "DELETE" && idOf(url).length <= 6)).toEqual([]);
  expect(failuresOf(results).filter((each) => each.startsWith("DELETE"))).toEqual([]);
});

test("a DELETE of an unknown resource is skipped if every generated value may identify a resource", async () => {
  const paths = articlePaths({ type: "string", maxLength: 4 }, "a-1");
  const { results } = await verifyServer(paths, respond, { hasExampleData: false });
  const unknown = results.filter(({ method, suite }) => method === "delete" && suite === "unknown-resources");
  expect(unknown.length).toBeGreaterThan(0);
  for (const { outcome } of unknown) {
    expect(outcome).toMatchObject({
      verdict: "skipped",
      reason: "a generated id may identify a resource, and the run can create and delete none in its place",
    });
  }
});

/** Responds with success to the first requests for short ids, and then with 404. */
function respondAfter(found: number): Respond {
  const ids = new Set<string>();
  return ({ url }, response) => {
    const isFound = idOf(url) === "a-1" || (ids.has(idOf(url)) ? false : ids.size < found);
    if (isFound && idOf(url) !== "a-1") ids.add(idOf(url));
    json(response, isFound ? 200 : 404, {});
  };
}

test.each([
  [2, "passes if a resource has the first generated ids by chance", 0],
  [1000, "fails if every id is found", 1],
])("a short unknown identifier (%d resources) %s", async (found, _, failures) => {
  const get = {
    parameters: [pathParameter("id", { type: "string", maxLength: 4 }, "a-1")],
    responses: { "200": jsonResponse({ type: "object" }, {}), "404": REJECTED },
  };
  const { results } = await verifyServer({ "/articles/{id}": { get } }, respondAfter(found));
  const unknown = results.filter(({ suite }) => suite === "unknown-resources");
  expect(unknown.length).toBeGreaterThan(0);
  expect(failuresOf(unknown)).toHaveLength(failures);
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Resources with a UUID, in a document without an example. */
const PATHS_WITHOUT_EXAMPLES: JsonObject = {
  "/rooms/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
    get: { responses: { "200": { description: "The room." }, "400": REJECTED, "404": REJECTED } },
    delete: { responses: { "204": { description: "It is deleted." }, "400": REJECTED, "404": REJECTED } },
  },
};

/** The failures with a server that responds so to a malformed UUID, and to an unknown one. */
async function failuresWithoutExamples(malformed: number, unknown: number): Promise<string[]> {
  const { results } = await verifyServer(
    PATHS_WITHOUT_EXAMPLES,
    ({ url }, response) => response.writeHead(UUID.test(percentDecoded(idOf(url))) ? unknown : malformed).end(),
    { hasExampleData: false },
  );
  return failuresOf(results.filter(({ suite }) => suite !== "unsupported-methods"));
}

test.each([
  [400, 404],
  [404, 404],
  [422, 404],
])(
  "without examples, a server passes that sends %i for a malformed UUID, and %i for an unknown one",
  async (...statuses) => {
    expect(await failuresWithoutExamples(...statuses)).toEqual([]);
  },
);

test("without examples, a server fails that sends 500 for a malformed UUID", async () => {
  const failures = await failuresWithoutExamples(500, 404);
  expect(failures.map((each) => each.split(":")[0])).toEqual([
    "GET /rooms/{id} › rejects id that is not a valid uuid",
    "DELETE /rooms/{id} › rejects id that is not a valid uuid",
  ]);
});

test("without examples, a server fails that finds a room for every UUID", async () => {
  const failures = await failuresWithoutExamples(400, 200);
  expect(failures.map((each) => each.split(":")[0])).toEqual([
    "GET /rooms/{id} › rejects an unknown UUID",
    "DELETE /rooms/{id} › rejects an unknown UUID",
  ]);
});

test("an invalid number that a faulty server may read as an identifier is not deleted", async () => {
  const schema = { type: "integer", minimum: 1 };
  const paths = {
    "/rooms/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema }],
      delete: { responses: { "204": { description: "It is deleted." }, "404": REJECTED } },
    },
  };
  const { requests } = await verifyServer(paths, (_, response) => response.writeHead(404).end());
  const ids = requests.filter(({ method }) => method === "DELETE").map(({ url }) => idOf(url));
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.filter((id) => Number(id) < 1000)).toEqual([]);
});

test("an unknown identifier is sent with a valid body, in each format: a server may check the body first", async () => {
  const id = "5d0c2f0e-6a55-4f0e-9f5e-2f6f2b6d7c11";
  const body = object({ note: { type: "string", maxLength: 200 } }, ["note"]);
  const put = {
    parameters: [pathParameter("id", { type: "string" }, id)],
    requestBody: { required: true, content: { "application/json": { schema: body, example: { note: "Call back." } } } },
    responses: { "200": jsonResponse({ type: "object" }, {}), "404": REJECTED, "4XX": REJECTED },
  };
  const { results } = await verifyServer({ "/articles/{id}": { put } }, ({ url, body: sent }, response) => {
    if (!isText(objectIn(sent)?.note)) return json(response, 422, {});
    json(response, idOf(url) === id ? 200 : 404, {});
  });
  const unknown = results.filter(({ suite }) => suite === "unknown-resources");
  expect(unknown.map(({ name }) => name.split(" › ")[1])).toContain("rejects an unknown identifier of another format");
  expect(failuresOf(unknown)).toEqual([]);
});

/** The failures of a list below a resource, with a server that responds so to unknown ones. */
async function failuresOfList(body: JsonObject): Promise<string[]> {
  const schema = { type: "object", properties: { items: { type: "array", items: { type: "object" } } } };
  const paths = {
    "/teams/{team}/members": {
      get: {
        parameters: [pathParameter("team", { type: "string" }, "team-a")],
        responses: { "200": jsonResponse(schema, { items: [] }), "404": REJECTED },
      },
    },
  };
  const { results } = await verifyServer(paths, (_, response) => json(response, 200, body), {}, UNKNOWN_ONLY);
  expect(results.length).toBeGreaterThan(0);
  return failuresOf(results);
}
const UNKNOWN_ONLY = { only: ["unknown-resources"] };

test("a list that belongs to an unknown resource may be empty", async () => {
  expect(await failuresOfList({ items: [], total: 0, next: null })).toEqual([]);
});

test.each<[title: string, body: JsonObject]>([
  ["has no items", { items: [{ name: "kim" }] }],
  ["is not a resource with an empty list", { name: "team b", items: [] }],
])("a list that belongs to an unknown resource %s", async (_, body) => {
  const [failure] = await failuresOfList(body);
  expect(failure).toContain("200, but the document has 404 for this case");
});

const title: JsonObject = { type: "string", minLength: 1, maxLength: 40 };
const NOTE: JsonObject = object({ id: { type: "integer" }, title }, ["id", "title"]);
const NUMBERED: JsonObject = JSON.parse(
  JSON.stringify(lifeOf("notes", object({ title }, ["title"]), NOTE)).replace(
    '"required":true,"schema":{"type":"string"}',
    '"required":true,"schema":{"type":"integer","minimum":1}',
  ),
);

/** A server of numbered notes, which may create the note that a replacement names. */
function numbered(createsUnknown: boolean): Respond {
  const notes = new Map<string, JsonObject>();
  let last = 0;
  return ({ method, url, body, headers }, response) => {
    const id = url.split("/")[2];
    if (id !== undefined && !/^[1-9]\d*$/.test(id)) return json(response, 400, {});
    const found = id === undefined ? undefined : notes.get(id);
    if (method === "GET" && id === undefined) return json(response, 200, [...notes.values()]);
    if (id !== undefined && !found && !(createsUnknown && method === "PUT")) return json(response, 404, {});
    if (method === "GET") return json(response, 200, found ?? {});
    if (method === "DELETE" && id !== undefined) {
      notes.delete(id);
      return void response.writeHead(204).end();
    }
    if (method !== (id === undefined ? "POST" : "PUT")) return json(response, 405, {});
    const sent = headers["content-type"]?.includes("json") ? objectIn(body) : undefined;
    if (!isText(sent?.title) || String(sent?.title).length > 40) return json(response, 400, {});
    last += 1;
    const note = { id: Number(id ?? last), title: sent?.title ?? "" };
    notes.set(String(note.id), note);
    json(response, id === undefined ? 201 : 200, note);
  };
}

test.each([
  ["creates it", "failed"],
  ["does not find it", "passed"],
])("a number that the run created and deleted is unknown: a replacement %s", async (does, verdict) => {
  const { results } = await verifyServer(NUMBERED, numbered(does === "creates it"), {
    hasExampleData: false,
    settle: 0,
  });
  const unknown = results.find(({ name }) => name === "put_notes › rejects an unknown number");
  expect(unknown?.outcome.verdict).toBe(verdict);
});

/** Notes in folders. A note can be added to a folder that nothing has created. */
const notePaths = (place: string, status: string): JsonObject => ({
  [`/${place}/{name}`]: {
    get: {
      parameters: [pathParameter("name", { type: "string" }, "letters")],
      responses: { "200": jsonResponse({ type: "object" }, { name: "letters" }), "404": REJECTED },
    },
  },
  [`/${place}/{name}/notes`]: {
    post: {
      parameters: [pathParameter("name", { type: "string" }, "letters")],
      requestBody: {
        required: true,
        content: { "application/json": { schema: { type: "object" }, example: { note: "Write back" } } },
      },
      responses: { [status]: jsonResponse({ type: "object" }, { note: "Write back" }), "404": REJECTED },
    },
  },
});

test.each([
  ["folders", "201", "makes that too", true, 0],
  ["topics", "200", "makes that too", true, 0],
  ["rooms/all", "201", "makes that too", true, 0],
  ["folders", "201", "makes nothing else", false, 1],
])("a creation in something unknown (%s, %s) that %s", async (place, status, _, makes, failures) => {
  const known = new Set(["letters"]);
  const { results } = await verifyServer(notePaths(place, status), ({ method, url }, response) => {
    const name = url.slice(place.length + 2).replace(/\/notes$/, "");
    if (method === "GET") return json(response, known.has(name) ? 200 : 404, { name });
    if (method !== "POST") return json(response, 404, {});
    if (makes) known.add(name);
    json(response, Number(status), { note: "Write back" });
  });
  const unknown = results.filter(({ name }) => name.includes("rejects an unknown"));
  expect(unknown.length).toBeGreaterThan(0);
  expect(failuresOf(unknown)).toHaveLength(failures);
});
