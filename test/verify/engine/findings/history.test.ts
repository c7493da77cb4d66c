import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { verify } from "#verify/verify.js";
import { json, type ReceivedRequest, serve } from "../../../server.js";
import { documentOf, jsonResponse, REJECTED } from "../../small-document.js";
import { testTarget } from "../../target.js";

const run = promisify(execFile);

const THING: JsonObject = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer" }, name: { type: "string" } },
};
const CONTENT = {
  content: {
    "application/json": {
      schema: { type: "object", required: ["name"], properties: { name: { type: "string", maxLength: 40 } } },
    },
  },
  required: true,
};
const ID = [{ name: "thingId", in: "path", required: true, schema: { type: "integer" } }];
const wrapped = { type: "object", required: ["data"], properties: { data: THING } };
const DONE = jsonResponse(wrapped, { data: { id: 1, name: "first" } });

/** Things whose bodies are wrapped in `data`. */
const PATHS: JsonObject = {
  "/things": { post: { operationId: "addThing", requestBody: CONTENT, responses: { "201": DONE, "4XX": REJECTED } } },
  "/things/{thingId}": {
    parameters: ID,
    get: { operationId: "getThing", responses: { "200": DONE, "404": REJECTED } },
    put: { operationId: "replaceThing", requestBody: CONTENT, responses: { "200": DONE, "4XX": REJECTED } },
    delete: { operationId: "removeThing", responses: { "204": REJECTED, "404": REJECTED } },
  },
};

/** A part of the behavior that a server has wrong. */
type Fault = "deletes nothing" | "forgets replacements";

/** Stores things. */
function thingsServer(fault: Fault) {
  const things = new Map<number, string>([[1, "first"]]);
  let last = 1;
  return serve(({ method, url, body }: ReceivedRequest, response) => {
    const [, path = ""] = /^\/things\/?(.*)$/.exec(url) ?? [];
    const id = Number(path);
    const { name } = asObject(method === "POST" || method === "PUT" ? parsed(body) : {});
    const isValid = typeof name === "string" && name.length <= 40;
    const shown = (thing: number) => ({ data: { id: thing, name: things.get(thing) } });
    if (path === "" && method === "POST") {
      if (!isValid) return json(response, 400, {});
      last += 1;
      things.set(last, name);
      return json(response, 201, shown(last));
    }
    if (!things.has(id)) return json(response, 404, {});
    if (method === "GET") return json(response, 200, shown(id));
    if (method === "PUT") {
      if (!isValid) return json(response, 400, {});
      const before = things.get(id) ?? "";
      things.set(id, name);
      json(response, 200, shown(id));
      if (fault === "forgets replacements") things.set(id, before);
      return;
    }
    if (method !== "DELETE") return json(response, 405, {});
    if (fault !== "deletes nothing") things.delete(id);
    response.writeHead(204).end();
  });
}

function parsed(body: string): JsonObject {
  try {
    return asObject(JSON.parse(body));
  } catch {
    return {};
  }
}

test.each<[Fault, title: RegExp, last: RegExp]>([
  ["deletes nothing", /removeThing succeeded, but the resource still exists/, /HTTP\/1\.1 200 OK[\s\S]*"name":/],
  ["forgets replacements", /replaceThing succeeded, but the resource does not have/, /HTTP\/1\.1 200 OK[\s\S]*"name":/],
])("the printed lines create a new resource, and show again that a server %s", async (fault, title, last) => {
  const server = await thingsServer(fault);
  try {
    const target = testTarget(server.url, { credentials: {}, hasExampleData: false });
    const { causes } = await verify({ contract: documentOf(PATHS), target });
    // A failure shows what was found in its place.
    expect(causes.map((each) => each.title)).toContainEqual(expect.stringMatching(title));
    const cause = causes.find((candidate) => title.test(candidate.title));
    const script = cause?.example.reproduce ?? "";
    expect(script.split("\n")).toHaveLength(3);
    const { seen } = server;
    const count = seen.length;
    const { stdout } = await run("sh", ["-c", script]);
    const sent = seen.slice(count);
    const [creation, ...others] = sent;
    expect(creation?.method).toBe("POST");
    // Each further request names the new resource.
    expect(new Set(others.map(({ url }) => url)).size).toBe(1);
    expect(stdout).toMatch(last);
    const [name] = /"name":"[^"]*"/.exec(stdout.slice(stdout.lastIndexOf("HTTP/1.1"))) ?? [];
    if (fault === "forgets replacements") expect(sent.at(-2)?.body).not.toContain(name);
  } finally {
    await server.close();
  }
});

test("a request of a resource that existed before has one line", async () => {
  const server = await serve(({ url }, response) => json(response, url === "/things/1" ? 500 : 404, {}));
  try {
    const target = testTarget(server.url, { credentials: {} });
    const { causes } = await verify({ contract: documentOf(PATHS), target, only: ["getThing"] });
    for (const { example } of causes) expect(example.reproduce).toMatch(/^curl -sS -i [^\n]*$/);
  } finally {
    await server.close();
  }
});
