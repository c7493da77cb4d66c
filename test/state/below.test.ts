import { expect, test } from "vitest";
import { startMock } from "#mock/mock.js";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";

const id = (name: string): JsonObject => ({ name, in: "path", required: true, schema: { type: "string" } });
const COMMENT: JsonObject = {
  type: "object",
  required: ["id", "text"],
  properties: { id: { type: "string" }, text: { type: "string" }, topicId: { type: "string", readOnly: true } },
};
const TOPIC: JsonObject = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
const shows = (schema: JsonObject): JsonObject => ({ description: "", content: { "application/json": { schema } } });
const one = (schema: JsonObject): JsonObject => ({ "200": shows(schema), "404": { description: "" } });
const made = (schema: JsonObject): JsonObject => ({
  requestBody: { content: { "application/json": { schema } } },
  responses: { "201": shows(schema), "404": { description: "" } },
});

/** Comments are created below a topic, and have a path of their own. Clients choose the identifiers. */
const DOCUMENT = documentOf({
  "/topics": { post: { operationId: "createTopic", ...made(TOPIC) } },
  "/topics/{topicId}": {
    parameters: [id("topicId")],
    get: { operationId: "getTopic", responses: one(TOPIC) },
    delete: { operationId: "deleteTopic", responses: { "204": { description: "" }, "404": { description: "" } } },
  },
  "/topics/{topicId}/comments": {
    parameters: [id("topicId")],
    post: { operationId: "createComment", ...made(COMMENT) },
  },
  "/comments": { get: { operationId: "listComments", responses: { "200": shows({ type: "array", items: COMMENT }) } } },
  "/comments/{commentId}": {
    parameters: [id("commentId")],
    get: { operationId: "getComment", responses: one(COMMENT) },
  },
});

test("what is below a resource ends with it, and nothing else does, also of the same identifier", async () => {
  const mock = await startMock({ document: DOCUMENT, port: 0, state: true });
  const send = (method: string, path: string, json?: Json) =>
    fetch(mock.url + path, {
      method,
      ...(json === undefined ? {} : { body: JSON.stringify(json), headers: { "content-type": "application/json" } }),
    });
  const listed = async () => (await (await send("GET", "/comments")).json()).map((comment: JsonObject) => comment.id);
  try {
    for (const topic of ["a", "b"]) await send("POST", "/topics", { id: topic });
    // The comment of one topic has the identifier of the other.
    expect((await send("POST", "/topics/b/comments", { id: "a", text: "in b" })).status).toBe(201);
    expect((await send("POST", "/topics/a/comments", { id: "c", text: "in a" })).status).toBe(201);
    expect((await send("POST", "/topics/b/comments", { id: "d", text: "in b" })).status).toBe(201);
    expect(await listed()).toEqual(["a", "c", "d"]);
    await send("DELETE", "/topics/a");
    expect((await send("GET", "/comments/c")).status).toBe(404);
    expect(await (await send("GET", "/comments/a")).json()).toMatchObject({ id: "a", text: "in b" });
    expect(await listed()).toEqual(["a", "d"]);
  } finally {
    await mock.close();
  }
});
