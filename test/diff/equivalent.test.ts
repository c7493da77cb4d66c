import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { changesBetween, object, query, type Sketch } from "./sketch.js";

const TEXT = { type: "string" };
const NULL = { type: "null" };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const schemas = (members: JsonObject): { components: JsonObject } => ({ components: { schemas: members } });
const both = (schema: Json, more: Sketch = {}): Sketch => ({ request: schema, response: schema, ...more });
const STATE = { type: "string", enum: ["on", "off"] };
const CAT = { type: "object", required: ["kind"], properties: { kind: { const: "cat" }, lives: { type: "integer" } } };
const DOG = { type: "object", required: ["kind"], properties: { kind: { const: "dog" }, bark: TEXT } };
const KEY = { Key: { type: "http", scheme: "bearer" } };
const secured = { components: { securitySchemes: KEY } };
const form = (more: JsonObject): Sketch => ({
  operation: {
    requestBody: {
      content: {
        "multipart/form-data": { schema: object(TEXT), ...more },
      },
    },
  },
});

/** Two spellings of one API. */
const ROWS: [string, Sketch, Sketch][] = [
  [
    "a parameter of the operation, or of its path",
    { parameters: [query("q")] },
    { item: { parameters: [query("q")] } },
  ],
  [
    "a parameter of the path that the operation overrides with the same",
    { parameters: [query("q")] },
    { parameters: [query("q")], item: { parameters: [query("q", { required: true })] } },
  ],
  [
    "a parameter, or a reference to it",
    { parameters: [query("q")] },
    { parameters: [{ $ref: "#/components/parameters/Q" }], components: { parameters: { Q: query("q") } } },
  ],
  ["parameters in another order", { parameters: [query("a"), query("b")] }, { parameters: [query("b"), query("a")] }],
  [
    "a path parameter with another name",
    { path: "/a/{id}", parameters: [{ name: "id", in: "path", required: true, schema: TEXT }] },
    { path: "/a/{key}", parameters: [{ name: "key", in: "path", required: true, schema: TEXT }] },
  ],
  [
    "two path parameters with other names",
    {
      path: "/a/{x}/b/{y}",
      parameters: ["x", "y"].map((name) => ({ name, in: "path", required: true, schema: TEXT })),
    },
    {
      path: "/a/{y}/b/{x}",
      parameters: ["x", "y"].map((name) => ({ name, in: "path", required: true, schema: TEXT })),
    },
  ],
  [
    "a header in another letter case",
    { parameters: [{ name: "X-Trace", in: "header", schema: TEXT }] },
    { parameters: [{ name: "x-trace", in: "header", schema: TEXT }] },
  ],
  [
    "required: false",
    { parameters: [query("q")] },
    { parameters: [query("q", { required: false, deprecated: false, allowReserved: false })] },
  ],
  [
    "the default style of a query",
    { parameters: [query("q", { schema: { type: "array", items: TEXT } })] },
    { parameters: [query("q", { style: "form", explode: true, schema: { type: "array", items: TEXT } })] },
  ],
  [
    "explode of a list in a header, which has one form",
    { parameters: [{ name: "X-Ids", in: "header", schema: { type: "array", items: TEXT } }] },
    { parameters: [{ name: "X-Ids", in: "header", explode: true, schema: { type: "array", items: TEXT } }] },
  ],
  ["explode of a single value", { parameters: [query("q")] }, { parameters: [query("q", { explode: false })] }],
  [
    "a parameter that may be null, which no query can say",
    { parameters: [query("q")] },
    { parameters: [query("q", { schema: { anyOf: [TEXT, NULL] } })] },
  ],
  [
    "security of the document, or of the operation",
    { ...secured, document: { security: [{ Key: [] }] } },
    { ...secured, operation: { security: [{ Key: [] }] } },
  ],
  [
    "a security scheme with another name",
    { ...secured, operation: { security: [{ Key: [] }] } },
    { components: { securitySchemes: { Token: KEY.Key } }, operation: { security: [{ Token: [] }] } },
  ],
  ["no security, or an empty list", {}, { operation: { security: [] } }],
  [
    "alternatives of security in another order",
    {
      operation: { security: [{ Key: [] }, {}] },
      ...secured,
    },
    { operation: { security: [{}, { Key: [] }] }, ...secured },
  ],
  ["the default server", {}, { document: { servers: [{ url: "/" }] } }],
  [
    "a server with a slash at its end, or of the path",
    { document: { servers: [{ url: "https://api.test/v1" }] } },
    { item: { servers: [{ url: "https://api.test/v1/" }] } },
  ],
  [
    "a server with a variable",
    { document: { servers: [{ url: "https://api.test/v1" }] } },
    { document: { servers: [{ url: "https://{host}/v1", variables: { host: { default: "api.test" } } }] } },
  ],
  [
    "a media type with a charset",
    both(TEXT),
    {
      ...both(TEXT),
      operation: { requestBody: { required: true, content: { "application/json;charset=UTF-8": { schema: TEXT } } } },
    },
  ],
  [
    "a reference in allOf",
    both(ref("State"), schemas({ State: STATE })),
    both({ allOf: [ref("State")] }, schemas({ State: STATE })),
  ],
  [
    "a reference in allOf with a description",
    both(object(ref("State")), schemas({ State: STATE })),
    both(object({ allOf: [ref("State")], description: "The state." }), schemas({ State: STATE })),
  ],
  [
    "a reference in anyOf of one",
    both(ref("State"), schemas({ State: STATE })),
    both({ anyOf: [ref("State")] }, schemas({ State: STATE })),
  ],
  ["an inlined component", both(ref("State"), schemas({ State: STATE })), both(STATE)],
  [
    "a renamed component",
    both(ref("State"), schemas({ State: STATE })),
    both(ref("Status"), schemas({ Status: STATE })),
  ],
  [
    "a renamed component that contains itself",
    both(ref("Node"), schemas({ Node: { type: "object", properties: { next: ref("Node") } } })),
    both(ref("Item"), schemas({ Item: { type: "object", properties: { next: ref("Item") } } })),
  ],
  [
    "properties that moved into allOf",
    both({ type: "object", required: ["a"], properties: { a: TEXT, b: TEXT } }),
    both(
      { allOf: [ref("A"), { properties: { b: TEXT } }] },
      schemas({ A: { type: "object", required: ["a"], properties: { a: TEXT } } }),
    ),
  ],
  [
    "bounds in two parts of allOf",
    both({ type: "integer", minimum: 1, maximum: 9 }),
    both({ allOf: [{ type: "integer", minimum: 1 }, { maximum: 9 }] }),
  ],
  ["null as a type, or in anyOf", both(object({ type: ["string", "null"] })), both(object({ anyOf: [TEXT, NULL] }))],
  [
    "null in oneOf, or as an enum",
    both(object({ oneOf: [STATE, NULL] })),
    both(object({ type: ["string", "null"], enum: ["on", "off", null] })),
  ],
  [
    "nullable of 3.0, or a type of 3.1",
    both(object({ type: "string", nullable: true }), { openapi: "3.0.3" }),
    both(object({ type: ["string", "null"] })),
  ],
  [
    "a nullable reference of 3.0, or anyOf of FastAPI",
    both(object({ allOf: [ref("State")], nullable: true }), { openapi: "3.0.3", ...schemas({ State: STATE }) }),
    both(object({ anyOf: [ref("State"), NULL] }), schemas({ State: STATE })),
  ],
  [
    "nullable: false",
    both(object(TEXT), { openapi: "3.0.3" }),
    both(object({ ...TEXT, nullable: false }), { openapi: "3.0.3" }),
  ],
  ["a list of one type", both(TEXT), both({ type: ["string"] })],
  ["types in another order", both({ type: ["string", "integer"] }), both({ type: ["integer", "string"] })],
  ["types as a list, or as anyOf", both({ type: ["string", "integer"] }), both({ anyOf: [{ type: "integer" }, TEXT] })],
  ["const, or an enum of one", both({ const: "a" }), both({ enum: ["a"] })],
  [
    "an enum, or a choice of constants",
    both({ type: "string", enum: ["a", "b"] }),
    both({ oneOf: [{ const: "b" }, { const: "a" }] }),
  ],
  ["an enum in another order", both(STATE), both({ type: "string", enum: ["off", "on"] })],
  ["an enum beside any text", both(TEXT), both({ anyOf: [STATE, TEXT] })],
  ["both values of a boolean", both({ type: "boolean" }), both({ enum: [true, false] })],
  ["minLength: 0 and other limits that limit nothing", both(TEXT), both({ type: "string", minLength: 0 })],
  [
    "minItems: 0, uniqueItems: false, items: true",
    both({ type: "array" }),
    both({ type: "array", minItems: 0, uniqueItems: false, items: {} }),
  ],
  [
    "additionalProperties: true and required: []",
    both(object(TEXT)),
    both(object(TEXT, { additionalProperties: true, required: [], minProperties: 0 })),
  ],
  ["additionalProperties: {}", both(object(TEXT)), both(object(TEXT, { additionalProperties: {} }))],
  [
    "a minimum of whole numbers that is exclusive",
    both({ type: "integer", minimum: 1 }),
    both({ type: "integer", exclusiveMinimum: 0 }),
  ],
  [
    "exclusiveMinimum of 3.0, or of 3.1",
    both({ type: "number", minimum: 0, exclusiveMinimum: true }, { openapi: "3.0.3" }),
    both({ type: "number", exclusiveMinimum: 0 }),
  ],
  ["whole numbers in steps of one", both({ type: "integer" }), both({ type: "integer", multipleOf: 1 })],
  [
    "the bounds of int32, or the format",
    both({ type: "integer", format: "int32" }),
    both({ type: "integer", minimum: -2147483648, maximum: 2147483647 }),
  ],
  ["int64, which limits nothing", both({ type: "integer" }), both({ type: "integer", format: "int64" })],
  ["a format of a boolean", both({ type: "boolean" }), both({ type: "boolean", format: "boolean" })],
  ["a format that nobody defined", both(TEXT), both({ type: "string", format: "phone" })],
  ["password, which is a hint", both(TEXT), both({ type: "string", format: "password" })],
  ["a text format of a number", both({ type: "integer" }), both({ type: "integer", format: "date" })],
  [
    "a file of 3.0, or of 3.1",
    both(object({ type: "string", format: "binary" }), { openapi: "3.0.3" }),
    both(object({ type: "string", contentMediaType: "application/octet-stream" })),
  ],
  [
    "base64 of 3.0, or of 3.1",
    both(object({ type: "string", format: "byte" }), { openapi: "3.0.3" }),
    both(object({ type: "string", contentEncoding: "base64" })),
  ],
  [
    "a type that the keywords imply",
    both({ type: "object", properties: { p: TEXT } }),
    both({ properties: { p: TEXT } }),
  ],
  ["branches in another order", both({ oneOf: [CAT, DOG] }), both({ oneOf: [DOG, CAT] })],
  ["oneOf, or anyOf", both({ oneOf: [CAT, DOG] }), both({ anyOf: [CAT, DOG] })],
  ["a choice in a choice", both({ oneOf: [CAT, DOG, TEXT] }), both({ oneOf: [{ oneOf: [CAT, DOG] }, TEXT] })],
  [
    "a branch without values",
    both({ oneOf: [CAT, DOG] }),
    both({ oneOf: [CAT, DOG, { allOf: [TEXT, { type: "integer" }] }] }),
  ],
  [
    "required in another order",
    both({ required: ["a", "b"], type: "object" }),
    both({ required: ["b", "a"], type: "object" }),
  ],
  ["deprecated: false", both(object(TEXT)), both(object({ ...TEXT, deprecated: false, readOnly: false }))],
  ["an example, or a list of one", both(object({ ...TEXT, example: "a" })), both(object({ ...TEXT, examples: ["a"] }))],
  [
    "a response, or a reference to it",
    { response: TEXT },
    {
      operation: { responses: { 200: { $ref: "#/components/responses/Ok" } } },
      components: { responses: { Ok: { description: "OK", content: { "application/json": { schema: TEXT } } } } },
    },
  ],
  [
    "a status range in lower case",
    { operation: { responses: { "4XX": { description: "E" } } } },
    { operation: { responses: { "4xx": { description: "E" } } } },
  ],
  ["the default encoding of a field", form({}), form({ encoding: { p: { style: "form", explode: true } } })],
  [
    "the schema of a file as a whole body",
    { ok: { content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } } } },
    { ok: { content: { "application/octet-stream": {} } } },
  ],
];

test.each(ROWS)("is the same API: %s", async (_, base, revision) => {
  expect(await changesBetween(base, revision)).toEqual([]);
  expect(await changesBetween(revision, base)).toEqual([]);
});
