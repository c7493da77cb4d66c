import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { awakeClock } from "../awake.js";
import { verifyServer } from "./small-document.js";

const EVENT = {
  type: "object",
  required: ["data"],
  properties: { data: { type: "string" }, retry: { type: "integer", maximum: 9 } },
};
const LOG = { type: "object", required: ["level"], properties: { level: { type: "integer" } } };

const streaming = (type: string, mediaType: JsonObject): JsonObject => ({
  "/stream": {
    get: { operationId: "stream", responses: { 200: { description: "OK", content: { [type]: mediaType } } } },
  },
});

/** Sends a text, and never ends. */
const endless = (type: string, text: string) => (_: unknown, response: ServerResponse) => {
  response.writeHead(200, { "content-type": type });
  response.write(text);
};

describe("a response that never ends", () => {
  test.each<[name: string, type: string, text: string, mediaType: JsonObject]>([
    ["events", "text/event-stream", "data: 1\nretry: 3\n\ndata: 2\nretry: 99999\n", { itemSchema: EVENT }],
    ["lines of JSON", "application/jsonl", '{"level":1}\n{"level":"begun', { itemSchema: LOG }],
    ["events of a document without itemSchema", "text/event-stream", "data: 1\n\n", { schema: { type: "string" } }],
    ["events whose schema is an object", "text/event-stream", "data: 1\n\n", { schema: { type: "object" } }],
  ])("passes if its items are right: %s", async (_, type, text, mediaType) => {
    const elapsed = awakeClock();
    const { results } = await verifyServer(streaming(type, mediaType), endless(type, text), { timeout: 20_000 });
    const verdicts = results.filter(({ suite }) => suite === "examples").map(({ outcome }) => outcome.verdict);
    expect(verdicts).toEqual(["passed"]);
    expect(results.filter(({ outcome }) => ["failed", "error"].includes(outcome.verdict))).toEqual([]);
    expect(elapsed()).toBeLessThan(15_000);
  });

  test.each<[name: string, type: string, text: string, itemSchema: JsonObject, message: string, place: string]>([
    [
      "an event",
      "text/event-stream",
      "data: 1\n\ndata: 2\nretry: 10\n\n",
      EVENT,
      "item 2 of the sequence at /retry must be <= 9",
      "properties/retry/maximum",
    ],
    [
      "a line",
      "application/jsonl",
      '{"level":"high"}\n',
      LOG,
      "item 1 of the sequence at /level must be integer",
      "properties/level/type",
    ],
    [
      "a line that is not JSON",
      "application/jsonl",
      "level=1\n",
      LOG,
      "item 1 of the sequence is not JSON",
      "itemSchema",
    ],
    [
      "a part",
      "multipart/mixed; boundary=b",
      "--b\r\nContent-Type: application/json\r\n\r\n{}\r\n--b\r\n",
      LOG,
      "item 1 of the sequence must have required property 'level'",
      "required",
    ],
  ])("fails with the wrong item: %s", async (_, type, text, itemSchema, message, place) => {
    const documented = type.split(";")[0] ?? "";
    const { results } = await verifyServer(streaming(documented, { itemSchema }), endless(type, text));
    const found = results.flatMap(({ outcome }) => (outcome.verdict === "failed" ? outcome.findings : []));
    expect(found[0]?.message).toBe(message);
    expect(found[0]?.place.endsWith(place)).toBe(true);
  });

  test("is skipped if nothing arrives", async () => {
    const { results } = await verifyServer(streaming("text/event-stream", { itemSchema: EVENT }), () => {}, {
      timeout: 300,
    });
    const verdicts = new Set(results.map(({ outcome }) => outcome.verdict));
    expect(verdicts).toEqual(new Set(["skipped"]));
  });
});

test("a sequence that ends is also validated as a list", async () => {
  const schema = { type: "array", maxItems: 1, items: LOG };
  const { results } = await verifyServer(streaming("application/jsonl", { schema }), (_, response) => {
    response.writeHead(200, { "content-type": "application/jsonl" }).end('{"level":1}\n{"level":2}\n');
  });
  const found = results.flatMap(({ outcome }) => (outcome.verdict === "failed" ? outcome.findings : []));
  expect(found[0]?.message).toBe("the sequence must NOT have more than 1 items");
});
