import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { verifyServer } from "#test/verify/small-document.js";
import { findingsOf } from "#verify/model/test-case/outcome.js";

const TEXT: JsonObject = { type: "string", minLength: 3, maxLength: 60 };
const POST: JsonObject = {
  type: "object",
  required: ["id", "title"],
  properties: { id: { type: "integer" }, title: { type: "string" } },
};
const NOTE: JsonObject = {
  type: "object",
  required: ["id", "text"],
  properties: { id: { type: "integer" }, text: { type: "string" } },
};
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const done = (schema: JsonObject): JsonObject => ({ description: "Done.", ...content(schema) });
const REJECTED: JsonObject = { "4XX": { description: "Rejected." } };
const creation = (name: string): JsonObject => ({
  required: true,
  ...content({ type: "object", required: [name], properties: { [name]: TEXT } }),
});

const PATHS: JsonObject = {
  "/posts": {
    get: { operationId: "listPosts", responses: { "200": done({ type: "array", items: POST }) } },
    post: { operationId: "addPost", requestBody: creation("title"), responses: { "201": done(POST), ...REJECTED } },
  },
  "/posts/{postId}": {
    parameters: [{ name: "postId", in: "path", required: true, schema: { type: "integer" } }],
    get: { operationId: "readPost", responses: { "200": done(POST), ...REJECTED } },
    delete: { operationId: "removePost", responses: { "204": { description: "Gone." }, ...REJECTED } },
  },
  "/posts/{postId}/notes": {
    parameters: [{ name: "postId", in: "path", required: true, schema: { type: "integer" } }],
    post: { operationId: "addNote", requestBody: creation("text"), responses: { "201": done(NOTE), ...REJECTED } },
  },
};

/** The steps of a server at which a row differs from the honest one. */
interface Behavior {
  /** The response to a read of an existing post. */
  read?(post: JsonObject): [status: number, body: Json];
  removal?: number;
}

/** Runs test cases of some operations. Others are sent by the run alone, to prepare them. */
async function run(only: readonly string[], { read = (post) => [200, post], removal = 204 }: Behavior) {
  const posts = new Map<number, JsonObject>();
  let last = 0;
  const { titles, results } = await verifyServer(
    PATHS,
    ({ method, url, body, headers }, response) => {
      if (body !== "" && !headers["content-type"]?.includes("json")) return json(response, 415, {});
      const [, , id, notes] = url.split("?")[0]?.split("/") ?? [];
      const post = posts.get(Number(id));
      if (id === undefined) {
        if (method === "GET") return json(response, 200, [...posts.values()]);
        if (method !== "POST") return json(response, 405, {});
        const title = textIn(body, "title");
        if (title === undefined) return json(response, 400, {});
        last += 1;
        const created = { id: last, title };
        posts.set(last, created);
        return json(response, 201, created);
      }
      if (!post) return json(response, 404, {});
      if (notes !== undefined) {
        const text = textIn(body, "text");
        return text === undefined || method !== "POST" ? json(response, 400, {}) : json(response, 201, { id: 1, text });
      }
      if (method === "GET") return json(response, ...read(post));
      if (method !== "DELETE") return json(response, 405, {});
      if (removal < 300) posts.delete(Number(id));
      return removal === 204 ? response.writeHead(204).end() : json(response, removal, {});
    },
    { hasExampleData: false },
    { only },
  );
  return { titles, failing: results.filter(({ outcome }) => findingsOf(outcome).length > 0).map(({ name }) => name) };
}

function textIn(body: string, name: string): string | undefined {
  try {
    const text: unknown = JSON.parse(body)[name];
    return typeof text === "string" && text.length >= 3 && text.length <= 60 ? text : undefined;
  } catch {
    return undefined;
  }
}

const ONLY = ["addNote"];

test("a server without a fault has no finding, whichever test cases run", async () => {
  expect(await run([], {})).toEqual({ titles: [], failing: [] });
  expect(await run(ONLY, {})).toEqual({ titles: [], failing: [] });
});

test.each<[string, Behavior, string]>([
  ["a server error", { read: () => [500, {}] }, "GET /posts/{postId} responds with 500 to valid requests"],
  ["an invalid body", { read: ({ id }) => [200, { id: Number(id) }] }, "`title` is missing in GET /posts/{postId}"],
  [
    "a failing removal",
    { removal: 500 },
    "DELETE /posts/{postId} responds with 500 to requests that prepare test cases",
  ],
])("%s is found, although no test case of its operation runs", async (_, behavior, title) => {
  const { titles, failing } = await run(ONLY, behavior);
  expect(titles).toEqual([title]);
  expect(failing).not.toEqual([]);
});
