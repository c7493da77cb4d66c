import { describe, expect, test } from "vitest";
import type { Json, JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { checkTypes } from "./try/check-types.js";

// Kinds of schemas of real documents whose types were wrong once. `npm run documents` tries all of their schemas.

const text: JsonObject = { type: "string" };
const json = (schema: Json): JsonObject => ({ description: "", content: { "application/json": { schema } } });
const inQuery = (name: string, schema: Json): JsonObject => ({ name, in: "query", required: true, schema });
const withOperation = (operation: JsonObject, components: JsonObject = {}): OpenApiDocument => ({
  ...{ openapi: "3.1.0", info: { title: "T", version: "1" } },
  paths: { "/a/{id}": { post: { responses: { 204: { description: "" } }, ...operation } } },
  components,
});

const LIST = { items: text, oneOf: [text, { type: "array" }] };
const OBJECT = { properties: { a: text }, required: ["a"] };

describe("types admit the values of all schemas of a document", () => {
  test.each<[string, number, OpenApiDocument]>([
    [
      "that has them in its operations alone",
      4,
      withOperation({
        parameters: [inQuery("sort", { type: "array", items: { enum: ["a", "b"] } })],
        requestBody: { content: { "application/json": { schema: { ...OBJECT, type: "object" } } } },
        responses: {
          200: json({ type: "array", items: { type: "integer" } }),
          "4XX": json({ ...OBJECT, type: "object" }),
        },
      }),
    ],
    [
      "whose components have the name of a field",
      2,
      withOperation(
        {
          operationId: "a",
          parameters: [{ $ref: "#/components/parameters/schema" }],
          responses: { 200: { $ref: "#/components/responses/schema" } },
        },
        { parameters: { schema: inQuery("schema", text) }, responses: { schema: json({ type: "integer" }) } },
      ),
    ],
    [
      "in which a schema refers to a parameter by mistake",
      1,
      withOperation(
        { parameters: [{ $ref: "#/components/parameters/Sort" }] },
        {
          parameters: { Sort: inQuery("sort", text) },
          schemas: { Wrong: { type: "object", properties: { a: { $ref: "#/components/parameters/Sort" } } } },
        },
      ),
    ],
    ...[
      ["a list", LIST],
      ["a list or a reference", { ...LIST, oneOf: [{ $ref: "#/components/schemas/Text" }, { type: "array" }] }],
      ["an object", { ...OBJECT, anyOf: [{ type: "number" }, { type: "object" }] }],
      ["an object or one of some values", { ...OBJECT, anyOf: [{ enum: ["x", 1, false] }, { type: "object" }] }],
      ["null", { ...OBJECT, oneOf: [{ type: "null" }, { type: "object" }] }],
    ].map(([name, schema]): [string, number, OpenApiDocument] => [
      `that have keywords of a container beside a choice: ${name}`,
      3,
      withOperation({ parameters: [inQuery("a", schema as Json)] }, { schemas: { Text: text, It: schema as Json } }),
    ]),
  ])("%s", (_, schemas, document) => {
    const { wrong, values, ...counts } = checkTypes(document);
    expect({ wrong, schemas: counts.schemas }).toEqual({ wrong: [], schemas });
    expect(values).toBeGreaterThanOrEqual(schemas);
  });
});
