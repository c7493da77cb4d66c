import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf, warningsOf } from "#test/verify/failures.js";
import { verifyServer } from "#test/verify/small-document.js";

const TEXT: JsonObject = { type: "string", minLength: 8 };
const TIMER: JsonObject = { type: "object", required: ["id"], properties: { id: { type: "string" }, comment: TEXT } };
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const done = (schema: JsonObject): JsonObject => ({ description: "Done.", ...content(schema) });
const UNKNOWN: JsonObject = { description: "Unknown." };
const timerId: JsonObject = { name: "timerID", in: "path", required: true, schema: { type: "string" } };

/** Only the response to the creation calls the identifier `timerID`. */
const PATHS: JsonObject = {
  "/timers": {
    get: { operationId: "listTimers", responses: { "200": done({ type: "array", items: TIMER }) } },
    post: {
      operationId: "addTimer",
      requestBody: {
        required: true,
        ...content({ type: "object", required: ["comment"], properties: { comment: TEXT } }),
      },
      responses: { "200": done({ type: "object", properties: { timerID: { type: "string" } } }) },
    },
  },
  "/timer/{timerID}": {
    parameters: [timerId],
    get: { operationId: "readTimer", responses: { "200": done(TIMER), "404": UNKNOWN } },
    delete: { operationId: "removeTimer", responses: { "204": { description: "Done." }, "404": UNKNOWN } },
  },
};

async function warningsWith(list: (timers: JsonObject[]) => JsonObject[]) {
  const timers = new Map<string, JsonObject>();
  const { results } = await verifyServer(
    PATHS,
    ({ method, url, body }, response) => {
      const id = url.split("/")[2];
      if (method === "GET" && id === undefined) return json(response, 200, list([...timers.values()]));
      if (method === "POST") {
        const { comment } = JSON.parse(body);
        if (typeof comment !== "string") return json(response, 400, {});
        const timer = { id: randomUUID(), comment };
        timers.set(timer.id, timer);
        return json(response, 200, { timerID: timer.id });
      }
      const known = timers.get(id ?? "");
      if (!known) return json(response, 404, {});
      if (method === "GET") return json(response, 200, known);
      timers.delete(String(known.id));
      response.writeHead(204).end();
    },
    { hasExampleData: false, settle: 20 },
    { only: ["life-cycle"] },
  );
  expect(failuresOf(results)).toEqual([]);
  return warningsOf(results).map(({ message }) => message);
}

test("a created resource is known in lists whose items call the identifier otherwise than the creation did", async () => {
  expect(await warningsWith((timers) => timers)).toEqual([]);
});

test("such a resource that a list lacks is a warning", async () => {
  const warnings = await warningsWith((timers) => timers.slice(0, -1));
  expect(warnings).toEqual([expect.stringMatching(/listTimers does not list the resource that addTimer created/)]);
});
