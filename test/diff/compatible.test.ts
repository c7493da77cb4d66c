import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { changesBetween, object, query, type Sketch } from "./sketch.js";

const TEXT = { type: "string" };
const NULL = { type: "null" };
const LIST = { type: "array", items: TEXT };
const request = (schema: Json, more: Sketch = {}): Sketch => ({ request: schema, ...more });
const response = (schema: Json, more: Sketch = {}): Sketch => ({ response: schema, ...more });
const secured = (security: Json): Sketch => ({
  components: { securitySchemes: { Key: { type: "http", scheme: "bearer" } } },
  operation: { security },
});
const CAT = { type: "object", required: ["kind"], properties: { kind: { const: "cat" } } };
const DOG = { type: "object", required: ["kind"], properties: { kind: { const: "dog" } } };
const E: JsonObject = { description: "E" };

/** Changes that break nobody: requests are widened, responses narrowed. Each is one change with this message. */
const ROWS: [impact: string, message: string, base: Sketch, revision: Sketch][] = [
  ["minor", "New operation: `GET /a` (b).", {}, { item: { get: { operationId: "b", responses: {} } } }],
  ["minor", "New query parameter: `q`.", {}, { parameters: [query("q")] }],
  [
    "patch",
    "The query parameter `q` is no longer required.",
    { parameters: [query("q", { required: true })] },
    { parameters: [query("q")] },
  ],
  [
    "patch",
    "The type of the query parameter `q` was changed from integer to string.",
    { parameters: [query("q", { schema: { type: "integer" } })] },
    { parameters: [query("q")] },
  ],
  [
    "patch",
    "`maximum` of the query parameter `q` was changed from 50 to 100.",
    { parameters: [query("q", { schema: { type: "integer", maximum: 50 } })] },
    { parameters: [query("q", { schema: { type: "integer", maximum: 100 } })] },
  ],
  [
    "patch",
    '`enum` of the query parameter `q` gained "b".',
    { parameters: [query("q", { schema: { enum: ["a"] } })] },
    { parameters: [query("q", { schema: { enum: ["a", "b"] } })] },
  ],
  [
    "patch",
    "`default` of the query parameter `q` was changed.",
    { parameters: [query("q", { schema: { type: "integer", default: 5 } })] },
    { parameters: [query("q", { schema: { type: "integer", default: 6 } })] },
  ],
  [
    "minor",
    "New request body.",
    {},
    { operation: { requestBody: { content: { "application/json": { schema: TEXT } } } } },
  ],
  [
    "patch",
    "The request body is no longer required.",
    request(TEXT),
    { operation: { requestBody: { content: { "application/json": { schema: TEXT } } } } },
  ],
  [
    "minor",
    "New media type: `text/plain`.",
    request(TEXT),
    {
      operation: {
        requestBody: { required: true, content: { "application/json": { schema: TEXT }, "text/plain": {} } },
      },
    },
  ],
  ["patch", "The property `p` may be null now.", request(object(TEXT)), request(object({ anyOf: [TEXT, NULL] }))],
  [
    "patch",
    "The property `p` may be null now.",
    request(object(TEXT), { openapi: "3.0.3" }),
    request(object({ ...TEXT, nullable: true }), { openapi: "3.0.3" }),
  ],
  ["minor", "New property: `q`.", request(object(TEXT)), request({ type: "object", properties: { p: TEXT, q: TEXT } })],
  ["patch", "The property `p` was removed.", request(object(TEXT)), request({ type: "object" })],
  [
    "patch",
    "The property `p` is no longer required.",
    request(object(TEXT, { required: ["p"] })),
    request(object(TEXT)),
  ],
  ["patch", "The property `p` became read-only.", request(object(TEXT)), request(object({ ...TEXT, readOnly: true }))],
  [
    "patch",
    "`additionalProperties` of the body `application/json` was removed.",
    request(object(TEXT, { additionalProperties: false })),
    request(object(TEXT)),
  ],
  [
    "patch",
    "`type` of the property `p` was changed from `integer` to `number`.",
    request(object({ type: "integer" })),
    request(object({ type: "number" })),
  ],
  [
    "patch",
    '`format` of the property `p` was changed from "int32" to "int64".',
    request(object({ type: "integer", format: "int32" })),
    request(object({ type: "integer", format: "int64" })),
  ],
  [
    "patch",
    '`format` of the property `p` was changed from "email" to "idn-email".',
    request(object({ ...TEXT, format: "email" })),
    request(object({ ...TEXT, format: "idn-email" })),
  ],
  [
    "patch",
    "`enum` of the property `p` was removed.",
    request(object({ type: "string", enum: ["a"] })),
    request(object(TEXT)),
  ],
  [
    "patch",
    "`enum` of the property `p` was removed.",
    request(object({ type: "string", enum: ["ab"] })),
    request(object({ ...TEXT, pattern: "^[a-z]+$" })),
  ],
  [
    "patch",
    '`pattern` of the property `p` was changed from "^[a-z]+$" to "^[a-z0-9]+$".',
    request(object({ ...TEXT, pattern: "^[a-z]+$" })),
    request(object({ ...TEXT, pattern: "^[a-z0-9]+$" })),
  ],
  [
    "patch",
    '`pattern` of the property `p` was set to "^.*-.*$".',
    request(object({ ...TEXT, format: "uuid" })),
    request(object({ ...TEXT, format: "uuid", pattern: "^.*-.*$" })),
  ],
  [
    "patch",
    "`multipleOf` of the property `p` was changed from 0.1 to 0.01.",
    request(object({ type: "number", multipleOf: 0.1 })),
    request(object({ type: "number", multipleOf: 0.01 })),
  ],
  [
    "patch",
    "`minItems` of the property `p` was removed.",
    request(object({ ...LIST, minItems: 1 })),
    request(object(LIST)),
  ],
  [
    "patch",
    "`not` of the property `p` was removed.",
    request(object({ ...TEXT, not: { const: "a" } })),
    request(object(TEXT)),
  ],
  ["patch", "The body `application/json` now also allows `object`.", request(CAT), request({ oneOf: [CAT, DOG] })],
  ["patch", "The body `application/json` no longer allows `object`.", response({ oneOf: [CAT, DOG] }), response(CAT)],
  [
    "patch",
    "The property `p` can no longer be null.",
    response(object({ type: ["string", "null"] })),
    response(object(TEXT)),
  ],
  [
    "patch",
    "The type of the property `p` was changed from integer or string to integer.",
    response(object({ oneOf: [{ type: "integer" }, TEXT] })),
    response(object({ type: "integer" })),
  ],
  [
    "patch",
    '`enum` of the property `p` lost "b".',
    response(object({ enum: ["a", "b"] })),
    response(object({ enum: ["a"] })),
  ],
  [
    "patch",
    '`enum` of the property `p` was set to "a".',
    response(object(TEXT)),
    response(object({ type: "string", enum: ["a"] })),
  ],
  [
    "patch",
    "`maxLength` of the property `p` was set to 5.",
    response(object(TEXT)),
    response(object({ ...TEXT, maxLength: 5 })),
  ],
  ["patch", "The property `p` became required.", response(object(TEXT)), response(object(TEXT, { required: ["p"] }))],
  [
    "minor",
    "New property: `q`.",
    response(object(TEXT)),
    response({ type: "object", properties: { p: TEXT, q: TEXT } }),
  ],
  [
    "minor",
    "New property: `q`.",
    response(object(TEXT, { additionalProperties: false })),
    response({ type: "object", properties: { p: TEXT, q: TEXT }, additionalProperties: false }),
  ],
  [
    "patch",
    "`additionalProperties` of the body `application/json` was removed.",
    response(object(TEXT, { additionalProperties: false })),
    response(object(TEXT)),
  ],
  [
    "patch",
    "The type of the property `p` was changed from any to string.",
    response(object({})),
    response(object(TEXT)),
  ],
  ["minor", "New response: `404`.", {}, { operation: { responses: { 200: { description: "OK" }, 404: E } } }],
  ["minor", "New response: `202`.", {}, { operation: { responses: { 200: { description: "OK" }, 202: E } } }],
  [
    "patch",
    "The response `404` was removed.",
    { operation: { responses: { 200: { description: "OK" }, 404: E } } },
    {},
  ],
  ["minor", "New media type: `application/json`.", {}, response(TEXT)],
  ["minor", "New header: `X-Next`.", {}, { ok: { headers: { "X-Next": { schema: TEXT } } } }],
  ["minor", "Authentication is no longer required.", secured([{ Key: [] }]), secured([])],
  ["minor", "Authentication is no longer required.", secured([{ Key: [] }]), secured([{ Key: [] }, {}])],
  [
    "patch",
    "New server: `https://b.test`.",
    { document: { servers: [{ url: "https://a.test" }] } },
    { document: { servers: [{ url: "https://a.test" }, { url: "https://b.test" }] } },
  ],
  [
    "patch",
    "The server `https://b.test` was removed.",
    { document: { servers: [{ url: "https://a.test" }, { url: "https://b.test" }] } },
    { document: { servers: [{ url: "https://a.test" }] } },
  ],
  ["minor", "Deprecated: operation `POST /a` (a).", {}, { operation: { deprecated: true } }],
  [
    "minor",
    "Deprecated: query parameter `q`.",
    { parameters: [query("q")] },
    { parameters: [query("q", { deprecated: true })] },
  ],
  ["minor", "Deprecated: property `p`.", response(object(TEXT)), response(object({ ...TEXT, deprecated: true }))],
  ["patch", "No longer deprecated: operation `POST /a` (a).", { operation: { deprecated: true } }, {}],
  ["patch", "`operationId` of the operation `POST /a` (a) was changed.", {}, { operation: { operationId: "b" } }],
  ["patch", "`title` of the document was changed.", {}, { document: { info: { title: "T v2", version: "1.0.0" } } }],
  [
    "patch",
    "`description` of the property `p` was added.",
    response(object(TEXT)),
    response(object({ ...TEXT, description: "P." })),
  ],
];

test.each(ROWS)("breaks nobody, and is one %s change: %s", async (impact, message, base, revision) => {
  const changes = await changesBetween(base, revision);
  expect(changes.map((change) => [change.impact, change.message])).toEqual([[impact, message]]);
});
