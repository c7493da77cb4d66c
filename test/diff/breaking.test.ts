import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { changesBetween, object, query, type Sketch } from "./sketch.js";

const TEXT = { type: "string" };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const request = (schema: Json, more: Sketch = {}): Sketch => ({ request: schema, ...more });
const response = (schema: Json, more: Sketch = {}): Sketch => ({ response: schema, ...more });
const key = (scheme: JsonObject, security: Json = [{ Key: [] }]): Sketch => ({
  components: { securitySchemes: { Key: scheme, Other: { type: "apiKey", in: "header", name: "X-Other" } } },
  operation: { security },
});
const BEARER = { type: "http", scheme: "bearer" };
const CAT = { type: "object", required: ["kind"], properties: { kind: { const: "cat" }, lives: { type: "integer" } } };
const DOG = { type: "object", required: ["kind"], properties: { kind: { const: "dog" }, bark: TEXT } };
const LIST = { type: "array", items: TEXT };
const pet = (name: string): Sketch => ({
  response: { oneOf: [ref(name), ref("Dog")], discriminator: { propertyName: "kind" } },
  components: {
    schemas: {
      [name]: { type: "object", required: ["kind"], properties: { kind: TEXT, lives: { type: "integer" } } },
      Dog: { type: "object", required: ["kind"], properties: { kind: TEXT, bark: TEXT } },
    },
  },
});
const responses = (value: JsonObject): Sketch => ({ operation: { responses: value } });
const content = (name: string): JsonObject => ({ description: "OK", content: { [name]: { schema: TEXT } } });

/** Changes that break callers, each with the only breaking change that is reported. */
const ROWS: [string, Sketch, Sketch][] = [
  ["The operation `POST /a` (a) was removed.", {}, { path: "/b", operation: { operationId: "b" } }],
  ["The path `/a` was renamed to `/b`.", {}, { path: "/b" }],
  ["The query parameter `q` was removed.", { parameters: [query("q")] }, {}],
  ["The query parameter `q` was removed.", { item: { parameters: [query("q")] } }, {}],
  ["New required query parameter: `q`.", {}, { parameters: [query("q", { required: true })] }],
  [
    "The query parameter `q` became required.",
    { parameters: [query("q")] },
    { parameters: [query("q", { required: true })] },
  ],
  [
    "The parameter `q` moved from the query to the header.",
    { parameters: [query("q")] },
    { parameters: [query("q", { in: "header" })] },
  ],
  [
    "The style of the query parameter `q` was changed.",
    { parameters: [query("q", { schema: LIST })] },
    { parameters: [query("q", { schema: LIST, explode: false })] },
  ],
  [
    "The type of the query parameter `q` was changed from string to integer.",
    { parameters: [query("q")] },
    { parameters: [query("q", { schema: { type: "integer" } })] },
  ],
  [
    "`maximum` of the query parameter `q` was changed from 100 to 50.",
    { parameters: [query("q", { schema: { type: "integer", maximum: 100 } })] },
    { parameters: [query("q", { schema: { type: "integer", maximum: 50 } })] },
  ],
  [
    '`enum` of the query parameter `q` lost "b".',
    { parameters: [query("q", { schema: { enum: ["a", "b"] } })] },
    { parameters: [query("q", { schema: { enum: ["a"] } })] },
  ],
  [
    '`pattern` of the path parameter `key` was set to "^[a-z]+$".',
    { path: "/a/{id}", parameters: [{ name: "id", in: "path", required: true, schema: TEXT }] },
    {
      path: "/a/{key}",
      parameters: [{ name: "key", in: "path", required: true, schema: { ...TEXT, pattern: "^[a-z]+$" } }],
    },
  ],
  ["New required request body.", {}, request(TEXT)],
  ["The request body was removed.", request(TEXT), {}],
  [
    "The request body became required.",
    { operation: { requestBody: { content: { "application/json": { schema: TEXT } } } } },
    request(TEXT),
  ],
  [
    "The media type `text/plain` was removed.",
    { operation: { requestBody: { content: { "text/plain": { schema: TEXT }, "application/json": {} } } } },
    { operation: { requestBody: { content: { "application/json": {} } } } },
  ],
  [
    "New required property: `n`.",
    request(object(TEXT)),
    request({ ...object(TEXT, { required: ["n"] }), properties: { p: TEXT, n: TEXT } }),
  ],
  ["The property `p` became required.", request(object(TEXT)), request(object(TEXT, { required: ["p"] }))],
  [
    "`additionalProperties` of the body `application/json` was set to false.",
    request(object(TEXT)),
    request(object(TEXT, { additionalProperties: false })),
  ],
  [
    "The property `p` was removed.",
    request(object(TEXT, { additionalProperties: false })),
    request({ type: "object", additionalProperties: false }),
  ],
  ["The property `p` can no longer be null.", request(object({ type: ["string", "null"] })), request(object(TEXT))],
  ["The type of the property `p` was changed from any to string.", request(object({})), request(object(TEXT))],
  [
    "`type` of the property `p` was changed from `number` to `integer`.",
    request(object({ type: "number" })),
    request(object({ type: "integer" })),
  ],
  ["`minLength` of the property `p` was set to 1.", request(object(TEXT)), request(object({ ...TEXT, minLength: 1 }))],
  [
    "`maxLength` of the property `p` was changed from 9 to 8.",
    request(object({ ...TEXT, maxLength: 9 })),
    request(object({ ...TEXT, maxLength: 8 })),
  ],
  [
    "`exclusiveMinimum` of the property `p` was set to 0.",
    request(object({ type: "number" })),
    request(object({ type: "number", exclusiveMinimum: 0 })),
  ],
  [
    "`multipleOf` of the property `p` was changed from 0.01 to 0.1.",
    request(object({ type: "number", multipleOf: 0.01 })),
    request(object({ type: "number", multipleOf: 0.1 })),
  ],
  [
    '`format` of the property `p` was set to "uuid".',
    request(object(TEXT)),
    request(object({ ...TEXT, format: "uuid" })),
  ],
  [
    '`format` of the property `p` was changed from "int64" to "int32".',
    request(object({ type: "integer", format: "int64" })),
    request(object({ type: "integer", format: "int32" })),
  ],
  [
    '`pattern` of the property `p` was changed from "^[a-z0-9]+$" to "^[a-z]+$".',
    request(object({ ...TEXT, pattern: "^[a-z0-9]+$" })),
    request(object({ ...TEXT, pattern: "^[a-z]+$" })),
  ],
  ["`maxItems` of the property `p` was set to 3.", request(object(LIST)), request(object({ ...LIST, maxItems: 3 }))],
  [
    "`uniqueItems` of the property `p` was set to true.",
    request(object(LIST)),
    request(object({ ...LIST, uniqueItems: true })),
  ],
  ["`not` of the property `p` was added.", request(object(TEXT)), request(object({ ...TEXT, not: { const: "x" } }))],
  [
    "`maxProperties` of the body `application/json` was set to 2.",
    request(object(TEXT)),
    request(object(TEXT, { maxProperties: 2 })),
  ],
  [
    "The type of the property `p` was changed from any to integer.",
    request(object({ type: "object" })),
    request(object({ type: "object", additionalProperties: { type: "integer" } })),
  ],
  ["The body `application/json` no longer allows `object`.", request({ oneOf: [CAT, DOG] }), request(CAT)],
  [
    "`additionalProperties` of the schema `Pet` was set to false.",
    request(ref("Pet"), { components: { schemas: { Pet: CAT } } }),
    request(ref("Pet"), {
      components: {
        schemas: {
          Pet: {
            oneOf: [
              { ...CAT, title: "Tom", additionalProperties: false },
              { ...DOG, title: "Rex" },
            ],
          },
        },
      },
    }),
  ],
  [
    "The schema `Pet` no longer allows `Dog`.",
    request(ref("Pet"), schemasOf(["Cat", "Dog"])),
    request(ref("Pet"), schemasOf(["Cat"])),
  ],
  ["The property `p` was removed.", response(object(TEXT)), response({ type: "object" })],
  ["`p` was renamed to `q`.", response(object(TEXT)), response({ type: "object", properties: { q: TEXT } })],
  [
    "The property `p` was removed.",
    response(ref("Was"), { components: { schemas: { Was: object(TEXT), Is: { type: "object" } } } }),
    response(ref("Is"), { components: { schemas: { Was: object(TEXT), Is: { type: "object" } } } }),
  ],
  [
    "The property `p` of `Was` was removed.",
    response(ref("Was"), { components: { schemas: { Was: object(TEXT) } } }),
    response(ref("Was"), { components: { schemas: { Was: { type: "object" } } } }),
  ],
  [
    "The property `p` is no longer required.",
    response(ref("Was"), { components: { schemas: { Was: object(TEXT, { required: ["p"] }), Is: object(TEXT) } } }),
    response(ref("Is"), { components: { schemas: { Was: object(TEXT, { required: ["p"] }), Is: object(TEXT) } } }),
  ],
  [
    "The property `p` of `Was` is no longer required.",
    response(ref("Was"), { components: { schemas: { Was: object(TEXT, { required: ["p"] }) } } }),
    response(ref("Was"), { components: { schemas: { Was: object(TEXT) } } }),
  ],
  ["The type of the body `application/json` was changed from object to array.", response(object(TEXT)), response(LIST)],
  ["The property `p` is no longer required.", response(object(TEXT, { required: ["p"] })), response(object(TEXT))],
  ["The property `p` became write-only.", response(object(TEXT)), response(object({ ...TEXT, writeOnly: true }))],
  ["The property `p` may be null now.", response(object(TEXT)), response(object({ anyOf: [TEXT, { type: "null" }] }))],
  [
    "The property `p` may be null now.",
    response(object(TEXT), { openapi: "3.0.3" }),
    response(object({ ...TEXT, nullable: true }), { openapi: "3.0.3" }),
  ],
  [
    '`enum` of the property `p` gained "c".',
    response(object({ enum: ["a", "b"] })),
    response(object({ enum: ["a", "b", "c"] })),
  ],
  [
    "`enum` of the property `p` was removed.",
    response(object({ type: "string", enum: ["a"] })),
    response(object(TEXT)),
  ],
  [
    "`maximum` of the property `p` was removed.",
    response(object({ type: "integer", maximum: 5 })),
    response(object({ type: "integer" })),
  ],
  [
    '`format` of the property `p` was changed from "int32" to "int64".',
    response(object({ type: "integer", format: "int32" })),
    response(object({ type: "integer", format: "int64" })),
  ],
  [
    '`format` of the property `p` was changed from "date" to "date-time".',
    response(object({ ...TEXT, format: "date" })),
    response(object({ ...TEXT, format: "date-time" })),
  ],
  [
    '`contentEncoding` of the property `p` was set to "base64".',
    response(object(TEXT)),
    response(object({ ...TEXT, contentEncoding: "base64" })),
  ],
  [
    "The schema `Pet` now also allows `Dog`.",
    response(ref("Pet"), schemasOf(["Cat"])),
    response(ref("Pet"), schemasOf(["Cat", "Dog"])),
  ],
  [
    "The value of `discriminator` of the body `application/json` was changed from Cat to Kitten.",
    pet("Cat"),
    pet("Kitten"),
  ],
  [
    "The response `200` became `201`.",
    responses({ 200: content("application/json") }),
    responses({ 201: content("application/json") }),
  ],
  ["The response `200` no longer has content.", response(TEXT), {}],
  [
    "The media type `text/csv` was removed.",
    responses({ 200: { description: "OK", content: { "text/csv": {}, "application/json": {} } } }),
    responses({ 200: content("application/json") }),
  ],
  ["The header `X-Next` was removed.", { ok: { headers: { "X-Next": { schema: TEXT } } } }, {}],
  [
    "The header `X-Next` may be missing now.",
    { ok: { headers: { "X-Next": { required: true, schema: TEXT } } } },
    { ok: { headers: { "x-next": { schema: TEXT } } } },
  ],
  ["Authentication became required.", key(BEARER, []), key(BEARER)],
  ["Authentication became required.", key(BEARER, [{}, { Key: [] }]), key(BEARER)],
  ["The security requirement `Key` is no longer enough.", key(BEARER), key(BEARER, [{ Other: [] }])],
  ["The security requirement `Key` is no longer enough.", key(BEARER), key(BEARER, [{ Key: [], Other: [] }])],
  [
    "The security requirement `Key` (read) is no longer enough.",
    key({ type: "oauth2", flows: {} }, [{ Key: ["read"] }]),
    key({ type: "oauth2", flows: {} }, [{ Key: ["read", "write"] }]),
  ],
  [
    "The security scheme `Key` was changed from http bearer to apiKey header x-key.",
    key(BEARER),
    key({ type: "apiKey", in: "header", name: "X-Key" }),
  ],
  [
    "The servers were replaced by https://b.test.",
    { document: { servers: [{ url: "https://a.test" }] } },
    { document: { servers: [{ url: "https://b.test" }] } },
  ],
  ["POST /a was stable, and is beta now.", {}, { operation: { "x-stability-level": "beta" } }],
  ["The property `p` is no longer required.", webhook(object(TEXT, { required: ["p"] })), webhook(object(TEXT))],
  [
    "The operation `POST {$request.query.url}` was removed.",
    callback("{$request.query.url}"),
    { operation: { callbacks: {} } },
  ],
];

function schemasOf(names: readonly string[]): Sketch {
  const all = { Pet: { oneOf: names.map(ref) }, Cat: CAT, Dog: DOG };
  return {
    components: {
      schemas: Object.fromEntries(Object.entries(all).filter(([name]) => name === "Pet" || names.includes(name))),
    },
  };
}

function webhook(schema: Json): Sketch {
  const requestBody = { required: true, content: { "application/json": { schema } } };
  return { document: { webhooks: { created: { post: { requestBody, responses: { 200: { description: "OK" } } } } } } };
}

function callback(expression: string): Sketch {
  return {
    operation: { callbacks: { done: { [expression]: { post: { responses: { 200: { description: "OK" } } } } } } },
  };
}

test.each(ROWS)("breaks callers, once: %s", async (message, base, revision) => {
  const changes = await changesBetween(base, revision);
  expect(changes.filter(({ impact }) => impact === "major").map((change) => change.message)).toEqual([message]);
});
