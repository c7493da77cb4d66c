import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { verifyServer } from "#test/verify/small-document.js";
import type { ExplorationLimit } from "#verify/model/target/limits.js";

const THING: JsonObject = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer" }, name: { type: "string", minLength: 8 } },
};
const JOB: JsonObject = { type: "object", required: ["id"], properties: { id: { type: "integer" }, state: {} } };
const ID: JsonObject = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const NEW: JsonObject = { type: "object", required: ["name"], properties: { name: { type: "string", minLength: 8 } } };

const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const done = (schema: JsonObject): JsonObject => ({ description: "Done.", ...content(schema) });

/** @param created the responses of POST by status */
function pathsWith(created: JsonObject): JsonObject {
  const rejected = { "404": { description: "Unknown." } };
  return {
    "/things": { post: { requestBody: { required: true, ...content(NEW) }, responses: created } },
    "/things/{id}": {
      parameters: [ID],
      get: { responses: { "200": done(THING), ...rejected } },
      patch: { requestBody: { required: true, ...content(NEW) }, responses: { "200": done(THING), ...rejected } },
      delete: { responses: { "204": { description: "Done." }, ...rejected } },
    },
  };
}

interface Creation {
  headers?: Record<string, string>;
  explore?: ExplorationLimit | undefined;
}

/** The requests that write to the thing 5, which existed before the run, and which each creation names. */
async function writesTo5(
  created: JsonObject,
  status: number,
  response: JsonObject,
  { headers = {}, explore }: Creation = {},
) {
  const name = "somebody's thing";
  const { requests, results } = await verifyServer(
    pathsWith(created),
    ({ method, url }, sent) => {
      if (method === "POST" && url === "/things") return json(sent, status, response, headers);
      if (url !== "/things/5") return json(sent, 404, {});
      if (method === "DELETE") return sent.writeHead(204).end();
      json(sent, 200, { id: 5, name });
    },
    { hasExampleData: false },
    explore ? { explore } : {},
  );
  const writes = requests.filter(
    ({ method, url }) => url === "/things/5" && ["PATCH", "DELETE", "PUT"].includes(method),
  );
  const failures = failuresOf(results.filter(({ suite }) => suite === "life-cycle"));
  return { writes: writes.map(({ method }) => method), failures };
}

test("the id of a job, which is that of another resource, leads to no write and to no failure", async () => {
  const { writes, failures } = await writesTo5({ "202": done(JOB) }, 202, { id: 5, state: "running" });
  expect(writes).toEqual([]);
  expect(failures).toEqual([]);
});

test("a resource that a POST returns with 200 may have existed before, and is not written to", async () => {
  const created = { "200": done(THING), "201": done(THING) };
  const { writes } = await writesTo5(created, 200, { id: 5, name: "somebody's thing" });
  expect(writes).toEqual([]);
});

/** The methods that a run sends to the things that it creates, where a response names them in some way. */
async function methodsTo(created: JsonObject, respond: (id: number) => [JsonObject, Record<string, string>]) {
  const things = new Map<number, string>();
  let last = 5;
  const { requests } = await verifyServer(
    pathsWith(created),
    ({ method, url, body }, sent) => {
      if (url === "/things") last += 1;
      const id = url === "/things" ? last : Number(url.split("/")[2]);
      const name = /"name":"([^"]{8,})"/.exec(body)?.[1] ?? things.get(id);
      if (url !== "/things" && !things.has(id)) return json(sent, 404, {});
      if (method === "DELETE") return sent.writeHead(things.delete(id) ? 204 : 404).end();
      if (name === undefined) return json(sent, 400, {});
      things.set(id, name);
      const [response, headers] = method === "POST" ? respond(id) : [{ id, name }, {}];
      json(sent, method === "POST" ? 201 : 200, response, headers);
    },
    { hasExampleData: false },
  );
  return new Set(requests.map(({ method }) => method));
}

test("a resource that a POST created with 201 is changed and deleted", async () => {
  const methods = await methodsTo({ "201": done(JOB) }, (id) => [{ id }, {}]);
  expect(methods).toContain("PATCH");
  expect(methods).toContain("DELETE");
});

test("a resource whose address is in Location is changed and deleted", async () => {
  const methods = await methodsTo({ "201": { description: "Done." } }, (id) => [{}, { location: `/things/${id}` }]);
  expect(methods).toContain("DELETE");
});

test.each([
  ["a run", undefined],
  ["an exploration", { requests: 80 }],
])(
  "%s does not write to a resource that has none of the sent texts, although Location leads to it",
  async (_, explore) => {
    const headers = { location: "/things/5" };
    const { writes, failures } = await writesTo5({ "201": { description: "Done." } }, 201, {}, { headers, explore });
    expect(writes).toEqual([]);
    expect(failures).toEqual([]);
  },
);
