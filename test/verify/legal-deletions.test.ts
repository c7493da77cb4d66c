import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { singleCredential } from "#verify/model/target/target.js";
import { json } from "../server.js";
import { failuresOf } from "./failures.js";
import { REJECTED, type Respond, verifyServer } from "./small-document.js";

const ITEM = { type: "object", required: ["id"], properties: { id: { type: "string" }, name: { type: "string" } } };
const SECURED: JsonObject = {
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  security: [{ key: [] }],
};

/** Things that can be created, read and deleted; the deletion has optional parameters. */
function pathsOf(path: string, name: string, parameters: JsonObject[]): JsonObject {
  const responses = (status: string, schema?: JsonObject) => ({
    [status]: schema ? { description: "Done.", content: { "application/json": { schema } } } : { description: "Done." },
    "4XX": REJECTED,
  });
  const body = {
    required: true,
    content: {
      "application/json": {
        schema: { type: "object", required: ["name"], properties: { name: { type: "string", minLength: 1 } } },
      },
    },
  };
  return {
    [path]: { post: { requestBody: body, responses: responses("201", ITEM) } },
    [`${path}/{${name}}`]: {
      parameters: [{ name, in: "path", required: true, schema: { type: "string" } }],
      get: { responses: responses("200", ITEM) },
      delete: { parameters, responses: responses("204") },
    },
  };
}

/** A server that keeps its things, and takes its time for deletions. */
function keeping(path: string, isValidQuery: (query: URLSearchParams) => boolean): Respond {
  const stored = new Map<string, JsonObject>();
  let last = 0;
  return ({ method, url, headers, body }, response) => {
    const { pathname, searchParams } = new URL(url, "http://a");
    if (headers.authorization !== "Bearer k") return json(response, 401, {});
    const id = pathname.slice(path.length + 1);
    if (id === "") {
      if (method !== "POST") return json(response, 405, {});
      const { name } = nameIn(body);
      if (typeof name !== "string" || name === "") return json(response, 400, {});
      last += 1;
      const thing = { id: `t-${last}-${Math.random().toString(36).slice(2, 8)}`, name };
      stored.set(thing.id, thing);
      return json(response, 201, thing);
    }
    const found = stored.get(id);
    if (!found) return json(response, 404, {});
    if (method === "GET") return json(response, 200, found);
    if (method !== "DELETE") return json(response, 405, {});
    if (!isValidQuery(searchParams)) return json(response, 400, {});
    stored.delete(id);
    setTimeout(() => response.writeHead(204).end(), 20);
    return undefined;
  };
}

function nameIn(body: string): { name?: unknown } {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
}

const FORCE = { name: "force", in: "query", schema: { type: "boolean" } };
const REASON = { name: "reason", in: "query", schema: { enum: ["old", "wrong"] } };

test.each<[string, string, JsonObject[], number | undefined]>([
  ["/things", "thing", [], undefined],
  ["/things", "thing", [FORCE], 25],
  ["/boxes", "boxId", [FORCE], 6],
  ["/v1/cards", "id", [FORCE, REASON], 12],
])(
  "each test case that may delete has a resource of its own: DELETE %s/{%s}",
  async (path, name, parameters, budget) => {
    const isValidQuery = (query: URLSearchParams) =>
      ["true", "false", null].includes(query.get("force")) && ["old", "wrong", null].includes(query.get("reason"));
    const credentials = { own: singleCredential("k", "KEY") };
    const { results } = await verifyServer(
      pathsOf(path, name, parameters),
      keeping(path, isValidQuery),
      { credentials, hasExampleData: false },
      { extensions: SECURED, ...(budget !== undefined && { budget }) },
    );
    expect(failuresOf(results)).toEqual([]);
  },
);

test("a deletion that one test case causes is not a failure of another test case", async () => {
  const credentials = { own: singleCredential("k", "KEY") };
  const { results } = await verifyServer(
    pathsOf("/things", "thing", [FORCE, REASON]),
    keeping("/things", () => true),
    { credentials, hasExampleData: false },
    { extensions: SECURED },
  );
  const failures = failuresOf(results);
  expect(failures.filter((failure) => failure.includes("rejects reason outside the enum"))).not.toEqual([]);
  expect(failures.filter((failure) => !/ rejects (force|reason) /.test(failure))).toEqual([]);
  const rejected = results.filter(({ name }) => / rejects (force|reason) /.test(name));
  expect(rejected.map(({ outcome }) => outcome.verdict)).toEqual(rejected.map(() => "failed"));
});
