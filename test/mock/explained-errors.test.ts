import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import { contractHandlers } from "#mock/msw/handlers.js";
import type { JsonObject } from "#openapi/document/document.js";
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
  fastapi: {
    type: "object",
    properties: {
      detail: {
        type: "array",
        items: {
          type: "object",
          required: ["loc", "msg", "type"],
          properties: {
            loc: { type: "array", items: { anyOf: [text, { type: "integer" }] } },
            msg: text,
            type: text,
          },
        },
      },
    },
  },
  nestList: { type: "object", properties: { message: { type: "array", items: text }, error: text } },
  spring: listOf({ field: text, defaultMessage: text, rejectedValue: {} }),
  express: listOf({ msg: text, path: text, location: { enum: ["query", "body"] } }),
  jsonApi: listOf({
    detail: text,
    source: { type: "object", properties: { pointer: text, parameter: text, header: text } },
  }),
  pydantic: {
    type: "object",
    properties: {
      detail: {
        type: "array",
        items: {
          type: "object",
          required: ["loc", "msg", "type"],
          properties: { loc: { type: "array" }, msg: text, type: text, input: {}, ctx: { type: "object" } },
        },
      },
    },
  },
  zod: {
    type: "object",
    properties: {
      issues: {
        type: "array",
        items: { type: "object", properties: { path: { type: "array", items: text }, message: text } },
      },
    },
  },
  laravel: {
    type: "object",
    properties: {
      message: text,
      errors: { type: "object", additionalProperties: { type: "array", items: text } },
    },
  },
  ofOne: { type: "object", properties: { errors: { type: "object", additionalProperties: text } } },
};

function listOf(properties: JsonObject) {
  return { type: "object", properties: { errors: { type: "array", items: { type: "object", properties } } } };
}

const SENT: JsonObject = {
  type: "object",
  required: ["name"],
  properties: {
    name: text,
    tags: { type: "array", items: text },
    color: { anyOf: [{ type: "string", enum: ["red", "blue"] }, { type: "null" }] },
  },
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
        post: {
          operationId: `${name}Create`,
          requestBody: { required: true, content: { "application/json": { schema: SENT } } },
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
  ["fastapi", { detail: [{ loc: ["query", "limit"], msg: "must be <= 10", type: expect.any(String) }] }],
  ["nestList", { message: ["query.limit must be <= 10"] }],
  ["spring", { errors: [expect.objectContaining({ field: "limit", defaultMessage: "must be <= 10" })] }],
  ["express", { errors: [{ msg: "must be <= 10", path: "limit", location: "query" }] }],
  ["jsonApi", { errors: [{ detail: "must be <= 10", source: { parameter: "limit" } }] }],
  ["zod", { issues: [{ path: ["limit"], message: "must be <= 10" }] }],
  ["laravel", { message: LIMIT, errors: { limit: ["must be <= 10"] } }],
  ["ofOne", { errors: { limit: "must be <= 10" } }],
];

/** Wrong parts of a body, and how the errors of three frameworks name them. */
const BODIES: [title: string, name: keyof typeof SCHEMAS, body: string, want: object][] = [
  ["a missing field", "fastapi", "{}", { detail: [expect.objectContaining({ loc: ["body", "name"] })] }],
  [
    "an item of a list, and an optional field",
    "fastapi",
    '{"name":"a","tags":["b",5],"color":"pink"}',
    {
      detail: [
        expect.objectContaining({ loc: ["body", "tags", 1], msg: "must be string" }),
        expect.objectContaining({ loc: ["body", "color"], msg: 'must be one of "red", "blue"' }),
      ],
    },
  ],
  [
    "a value",
    "spring",
    '{"name":5}',
    { errors: [expect.objectContaining({ field: "name", rejectedValue: 5, defaultMessage: "must be string" })] },
  ],
  [
    "a value and its kind",
    "pydantic",
    '{"name":5}',
    { detail: [{ loc: ["body", "name"], msg: "must be string", type: "value_error", input: 5 }] },
  ],
  [
    "what is missing, without a value",
    "pydantic",
    "{}",
    { detail: [{ loc: ["body", "name"], msg: expect.any(String), type: "missing" }] },
  ],
  [
    "text that is not JSON",
    "fastapi",
    "{",
    { detail: [expect.objectContaining({ loc: ["body"], msg: "is not JSON" })] },
  ],
  [
    "an item of a list",
    "jsonApi",
    '{"name":"a","tags":[5]}',
    { errors: [{ detail: "must be string", source: { pointer: "/tags/0" } }] },
  ],
  ["two fields", "laravel", '{"tags":5}', { errors: { name: [expect.any(String)], tags: ["must be array"] } }],
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

  test.each(BODIES)("of the mock for %s in the form of %s", async (_, name, body, want) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${mock.url}/${name}`, { method: "POST", headers, body });
    expect([response.status, await response.json()]).toEqual([422, expect.objectContaining(want)]);
  });
});

describe("a rejection by the handlers of MSW has them, too", () => {
  const server = setupServer();
  beforeAll(async () => {
    const document = await loadDocument(spec);
    const places = Object.fromEntries(
      Object.keys(SCHEMAS).flatMap((name) => [
        [name, ["get", `/${name}`] as const],
        [`${name}Create`, ["post", `/${name}`] as const],
      ]),
    );
    server.use(...contractHandlers<Record<string, never>>(document, places).handlers());
    server.listen({ onUnhandledRequest: "error" });
  });
  afterAll(() => server.close());

  test.each(WANTED)("for %s", async (name, want) => {
    const response = await fetch(`http://errors.test/${name}?limit=11`);
    expect([response.status, await response.json()]).toEqual([422, expect.objectContaining(want)]);
  });

  test.each(BODIES)("for %s in the form of %s", async (_, name, body, want) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`http://errors.test/${name}`, { method: "POST", headers, body });
    expect([response.status, await response.json()]).toEqual([422, expect.objectContaining(want)]);
  });
});

const ERROR_LISTS = {
  titled: { ...listOf({}), required: ["title", "errors"], properties: { title: text, ...listOf({}).properties } },
  jsonApi: SCHEMAS.jsonApi,
  express: SCHEMAS.express,
};

test.each<[keyof typeof ERROR_LISTS, object]>([
  ["titled", { title: "The resource does not exist.", errors: [{ message: "The resource does not exist." }] }],
  ["jsonApi", { errors: [{ detail: "The resource does not exist." }] }],
  ["express", { errors: [{ msg: "The resource does not exist." }] }],
])("a reason that is not a part of the request is in the list of errors of %s", async (name, want) => {
  const shown = { description: "", content: { "application/json": { schema: ERROR_LISTS[name] } } };
  const thing = { type: "object", required: ["id"], properties: { id: text } };
  const one = { "200": { description: "", content: { "application/json": { schema: thing } } }, "404": shown };
  const parameters = [{ name: "id", in: "path", required: true, schema: text }];
  const paths = {
    "/things/{id}": { parameters, get: { responses: one } },
  };
  const mock = await startMock({ document: { ...DOCUMENT, paths }, port: 0, state: true });
  const response = await fetch(`${mock.url}/things/unknown`);
  expect([response.status, await response.json()]).toEqual([404, want]);
  await mock.close();
});
