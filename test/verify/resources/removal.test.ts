import { describe, expect, test } from "vitest";
import { isObject, type JsonObject } from "#openapi/document/document.js";
import { percentDecoded } from "#openapi/document/percent-decoded.js";
import { json, type ReceivedRequest, serve } from "#test/server.js";
import { verify } from "#verify/verify.js";
import { failuresOf } from "../failures.js";
import { documentOf } from "../small-document.js";
import { testTarget } from "../target.js";

const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const done = (schema: JsonObject): JsonObject => ({ description: "Done.", ...content(schema) });
const NAME: JsonObject = { type: "string", minLength: 8, maxLength: 60 };
const NEW: JsonObject = { type: "object", required: ["name"], properties: { name: NAME } };
const THING: JsonObject = { type: "object", required: ["id"], properties: { id: { type: "string" }, name: NAME } };
const REJECTED: JsonObject = { "4XX": { description: "Rejected." } };
const idOf = (name: string): JsonObject => ({ name, in: "path", required: true, schema: { type: "string" } });

/** A resource with a life cycle: `/things` and `/thing/{name of the parameter}`. */
function lifeCycle(collection: string, item: string, parameter: string, created: JsonObject): JsonObject {
  const body = { required: true, ...content(NEW) };
  const responses = { "200": done(THING), ...REJECTED };
  return {
    [collection]: {
      get: { responses: { "200": done({ type: "array", items: THING }), ...REJECTED } },
      post: { requestBody: body, responses: { ...created, ...REJECTED } },
    },
    [item]: {
      parameters: [idOf(parameter)],
      get: { responses },
      put: { requestBody: body, responses },
      delete: { responses: { "204": { description: "Done." }, ...REJECTED } },
    },
  };
}

interface Served {
  status: number;
  body?: (id: string) => JsonObject;
  headers?: (id: string) => Record<string, string>;
}

/** Verifies a server of one kind of thing, which has one thing of somebody. Returns the things after the run. */
async function thingsAfter(paths: JsonObject, creation: Served, { runs = 1, upserts = false } = {}) {
  const things = new Map([["theirs", "somebody's thing"]]);
  let last = 0;
  const nameIn = ({ body }: ReceivedRequest): string | undefined =>
    /^\{"name":"[^"]{8,60}"\}$/.test(body) ? JSON.parse(body).name : undefined;
  const server = await serve((request, response) => {
    const [, , id = ""] = request.url.split("/").map(percentDecoded);
    const name = nameIn(request);
    const show = (own: string) => ({ id: own, name: things.get(own) ?? null });
    if (id === "" && request.method === "GET") return json(response, 200, [...things.keys()].map(show));
    if (id === "" && request.method === "POST") {
      if (name === undefined) return json(response, 400, {});
      last += 1;
      things.set(`t-${last}`, name);
      const headers = creation.headers?.(`t-${last}`) ?? {};
      return creation.body
        ? json(response, creation.status, creation.body(`t-${last}`), headers)
        : response.writeHead(creation.status, headers).end();
    }
    if (request.method === "PUT" && name === undefined) return json(response, 400, {});
    if (!things.has(id) && !(upserts && request.method === "PUT")) return json(response, 404, {});
    if (request.method === "DELETE") return response.writeHead(things.delete(id) ? 204 : 404).end();
    if (request.method === "PUT" && name !== undefined) things.set(id, name);
    json(response, 200, show(id));
  });
  try {
    const reports = [];
    for (let run = 0; run < runs; run += 1) {
      const target = testTarget(server.url, { credentials: {}, hasExampleData: false });
      reports.push(await verify({ contract: documentOf(paths), target }));
    }
    const deleted = server.seen.filter(({ method }) => method === "DELETE");
    return { left: [...things.entries()], created: last, reports, deleted };
  } finally {
    await server.close();
  }
}

const THEIRS = [["theirs", "somebody's thing"]];
const FIELD = (name: string) => ({ type: "object", required: [name], properties: { [name]: { type: "string" } } });
const WRAPPED = { type: "object", required: ["data"], properties: { data: THING } };

describe("everything that a run creates is removed, and nothing else, if the creation responds with", () => {
  test.each<[form: string, paths: JsonObject, creation: Served]>([
    [
      "201 and the id",
      lifeCycle("/things", "/things/{id}", "id", { "201": done(FIELD("id")) }),
      { status: 201, body: (id) => ({ id }) },
    ],
    [
      "200 and the id in an object",
      lifeCycle("/things", "/things/{id}", "id", { "200": done(WRAPPED) }),
      { status: 200, body: (id) => ({ data: { id } }) },
    ],
    [
      "200 and a field with the name of the parameter, under a path in the plural",
      lifeCycle("/silences", "/silence/{silenceID}", "silenceID", { "200": done(FIELD("silenceID")) }),
      { status: 200, body: (silenceID) => ({ silenceID }) },
    ],
    [
      "Location alone",
      lifeCycle("/things", "/things/{id}", "id", { "201": { description: "Done." } }),
      { status: 201, headers: (id) => ({ location: `/things/${id}` }) },
    ],
    [
      "nothing that identifies it: the list shows it",
      lifeCycle("/things", "/things/{id}", "id", { "204": { description: "Done." } }),
      { status: 204 },
    ],
  ])("%s", async (_, paths, creation) => {
    const { left, created, reports } = await thingsAfter(paths, creation);
    expect(created).toBeGreaterThan(3);
    expect(left).toEqual(THEIRS);
    expect(reports.map(({ leftovers }) => leftovers)).toEqual([[]]);
  });
});

const PATHS = lifeCycle("/things", "/things/{id}", "id", { "201": done(FIELD("id")) });
const CREATION: Served = { status: 201, body: (id) => ({ id }) };

test("a thing that PUT creates at an unknown identifier is removed", async () => {
  const { left, deleted } = await thingsAfter(PATHS, CREATION, { upserts: true });
  expect(left).toEqual(THEIRS);
  expect(deleted.filter(({ url }) => !url.startsWith("/things/t-")).length).toBeGreaterThan(0);
});

test("a second run on the same server has the same verdict, and the same failures", async () => {
  const { reports } = await thingsAfter(PATHS, CREATION, { runs: 2 });
  const [first, second] = reports.map(({ verdict, cases }) => [verdict, failuresOf(cases)]);
  expect(second).toEqual(first);
});

test("the report counts the unsafe requests by the reasons for which they were sent", async () => {
  const { reports } = await thingsAfter(PATHS, CREATION);
  const reasons = new Set(reports[0]?.unsafe?.map(({ because }) => because));
  expect(reasons).toEqual(new Set(["creation", "created", "unknown"]));
});

test("what cannot be removed is named one by one, with its address and the reason", async () => {
  const { "/things/{id}": item, ...others } = PATHS;
  const { delete: _, ...kept } = isObject(item) ? item : {};
  const { left, reports } = await thingsAfter({ ...others, "/things/{id}": kept }, CREATION);
  const remaining = left.map(([id]) => `/things/${id}`).filter((address) => address !== "/things/theirs");
  expect(remaining.length).toBeGreaterThan(3);
  expect(reports[0]?.leftovers.map(({ resource }) => resource).toSorted()).toEqual(remaining.toSorted());
  const reason = "the document has no operation that removes it";
  expect(new Set(reports[0]?.leftovers.map(({ reason: why }) => why))).toEqual(new Set([reason]));
});

test("a resource whose only sent text is masked in each response is removed", async () => {
  const accounts = new Map([["theirs", "somebody's password"]]);
  const PASSWORD = { type: "object", properties: { password: { type: "string" } } };
  const ACCOUNT = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "string" }, password: { type: "string" } },
  };
  const paths: JsonObject = {
    "/accounts": {
      get: { responses: { "200": done({ type: "array", items: ACCOUNT }), ...REJECTED } },
      post: { requestBody: { required: true, ...content(PASSWORD) }, responses: { "201": done(ACCOUNT), ...REJECTED } },
    },
    "/accounts/{id}": {
      parameters: [idOf("id")],
      get: { responses: { "200": done(ACCOUNT), ...REJECTED } },
      delete: { responses: { "204": { description: "Done." }, ...REJECTED } },
    },
  };
  let last = 0;
  const show = (id: string) => ({ id, password: accounts.has(id) ? "**********" : null });
  const server = await serve(({ method, url, body }, response) => {
    const [, , id = ""] = url.split("/").map(percentDecoded);
    if (id === "" && method === "GET") return json(response, 200, [...accounts.keys()].map(show));
    if (id === "" && method === "POST") {
      const password = /^\{"password":"([^"]*)"\}$/.exec(body)?.[1];
      if (password === undefined) return json(response, 400, {});
      last += 1;
      accounts.set(`a-${last}`, password);
      return json(response, 201, show(`a-${last}`));
    }
    if (!accounts.has(id)) return json(response, 404, {});
    if (method === "DELETE") return response.writeHead(accounts.delete(id) ? 204 : 404).end();
    json(response, 200, show(id));
  });
  try {
    const target = testTarget(server.url, { credentials: {}, hasExampleData: false });
    const { leftovers } = await verify({ contract: documentOf(paths), target });
    expect(last).toBeGreaterThan(0);
    expect(leftovers).toEqual([]);
    expect([...accounts.keys()]).toEqual(["theirs"]);
  } finally {
    await server.close();
  }
});
