import { expect, test } from "vitest";
import { needsExtras } from "#generate/client/needs-extras.js";
import type { Json } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";

function needs(operation: Record<string, Json>, path = "/a"): boolean {
  const document = {
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    paths: { [path]: { post: { operationId: "op", responses: {}, ...operation } } },
    components: {
      schemas: { Day: { type: "string", format: "date" }, Id: { type: "string" } },
      securitySchemes: {
        Session: { type: "apiKey", in: "cookie", name: "sid" },
        Token: { type: "apiKey", in: "query", name: "token" },
        Odd: { type: "apiKey", in: "query", name: "my token" },
      },
    },
  };
  return operationsOf(document).some((each) => needsExtras(document, each));
}

const parameter = (more: Record<string, Json>) => ({
  parameters: [{ name: "p", in: "query", schema: { type: "string" }, ...more }],
});
const body = (mediaType: string) => ({ requestBody: { content: { [mediaType]: { schema: {} } } } });

test.each<[string, Record<string, Json>]>([
  ["a text in the query", parameter({})],
  ["a number or null in the query", parameter({ schema: { type: ["integer", "null"] } })],
  ["a list in the query", parameter({ schema: { type: "array", items: { type: "string" } } })],
  ["a reference to a text in the query", parameter({ schema: { $ref: "#/components/schemas/Id" } })],
  ["a JSON body", body("application/merge-patch+json")],
  ["a key in the query", { security: [{ Token: [] }] }],
])("openapi-fetch suffices for %s", (_, operation) => {
  expect(needs(operation)).toBe(false);
});

test.each<[string, Record<string, Json>, string?]>([
  ["a date", parameter({ schema: { $ref: "#/components/schemas/Day" } })],
  ["an object", parameter({ schema: { type: "object" } })],
  ["any value", parameter({ schema: {} })],
  ["another style", parameter({ schema: { type: "array" }, style: "pipeDelimited", explode: false })],
  [
    "JSON in a parameter",
    { parameters: [{ name: "p", in: "query", content: { "application/json": { schema: {} } } }] },
  ],
  ["a name with brackets", parameter({ name: "page[size]" })],
  ["a list in the path", parameter({ in: "path", required: true, schema: { type: "array" } }), "/a/{p}"],
  ["a header", parameter({ in: "header" })],
  ["a cookie", parameter({ in: "cookie" })],
  ["a form", body("multipart/form-data")],
  ["text", body("text/plain")],
  ["a key in a cookie", { security: [{ Session: [] }] }],
  ["a key with an odd name", { security: [{ Odd: [] }] }],
])("the client needs its own serialization for %s", (_, operation, path) => {
  expect(needs(operation, path)).toBe(true);
});
