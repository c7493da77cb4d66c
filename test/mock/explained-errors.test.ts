import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import { contractHandlers } from "#mock/msw/handlers.js";
import { loadDocument } from "#openapi/load/load.js";
import { temporaryFolder } from "../temporary.js";

// The errors of NestJS, Stripe, and problems, without an example.
const text = { type: "string" };
const number = { type: "number" };
const SCHEMAS = {
  nest: { type: "object", required: ["statusCode", "message"], properties: { statusCode: number, message: text } },
  stripe: {
    type: "object",
    required: ["error"],
    properties: {
      error: { type: "object", required: ["message"], properties: { message: text, type: { enum: ["api"] } } },
    },
  },
  problem: {
    type: "object",
    required: ["status", "detail"],
    properties: { status: { type: "integer" }, detail: text },
  },
  closed: { type: "object", required: ["message"], properties: { message: { enum: ["No."] } } },
};
const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Errors", version: "1" },
  paths: Object.fromEntries(
    Object.entries(SCHEMAS).map(([name, schema]) => [
      `/${name}`,
      {
        get: {
          operationId: name,
          parameters: [{ name: "limit", in: "query", schema: { type: "integer", maximum: 10 } }],
          responses: {
            "200": { description: "OK" },
            "422": { description: "Invalid", content: { "application/json": { schema } } },
          },
        },
      },
    ]),
  ),
};

const LIMIT = expect.stringMatching(/limit must be <= 10/);
const WANTED: [keyof typeof SCHEMAS, object][] = [
  ["nest", { statusCode: 422, message: LIMIT }],
  ["stripe", { error: expect.objectContaining({ message: LIMIT }) }],
  ["problem", { status: 422, detail: LIMIT }],
  ["closed", { message: "No." }],
];

let spec: string;
beforeAll(async () => {
  spec = join(await temporaryFolder("errors"), "openapi.json");
  await writeFile(spec, JSON.stringify(DOCUMENT));
});

describe("a rejection has the documented form, the status and the reason", () => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await startMock({ spec, port: 0 });
  });
  afterAll(() => mock.close());

  test.each(WANTED)("of the mock for %s", async (name, want) => {
    const response = await fetch(`${mock.url}/${name}?limit=11`);
    expect([response.status, await response.json()]).toEqual([422, expect.objectContaining(want)]);
  });
});

describe("a rejection by the handlers of MSW has them, too", () => {
  const server = setupServer();
  beforeAll(async () => {
    const document = await loadDocument(spec);
    const places = Object.fromEntries(Object.keys(SCHEMAS).map((name) => [name, ["get", `/${name}`] as const]));
    server.use(...contractHandlers<Record<string, never>>(document, places).handlers());
    server.listen({ onUnhandledRequest: "error" });
  });
  afterAll(() => server.close());

  test.each(WANTED)("for %s", async (name, want) => {
    const response = await fetch(`http://errors.test/${name}?limit=11`);
    expect([response.status, await response.json()]).toEqual([422, expect.objectContaining(want)]);
  });
});
