import { expect, test } from "vitest";
import { extrasOf } from "#generate/client/extras-of.js";
import type { Json } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";

function extras(operation: Record<string, Json>, path = "/a"): object[] {
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
  return operationsOf(document).map((described) => extrasOf(document, described));
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
  ["a date", parameter({ schema: { $ref: "#/components/schemas/Day" } })],
  ["a name with brackets", parameter({ name: "page[size]" })],
  ["a JSON body", body("application/merge-patch+json")],
  ["a key in the query", { security: [{ Token: [] }] }],
  ["a key with an odd name", { security: [{ Odd: [] }] }],
])("the client needs nothing for %s", (_, operation) => {
  expect(extras(operation)).toEqual([{}]);
});

test.each<[string, object, Record<string, Json>, string?]>([
  [
    "a form beside JSON",
    { mediaType: "filesMediaType", body: "multipartBody" },
    { requestBody: { content: { "application/json": { schema: {} }, "multipart/form-data": { schema: {} } } } },
  ],
  ["an object", { query: "serializeQuery" }, parameter({ schema: { type: "object" } })],
  ["any value", { query: "serializeQuery" }, parameter({ schema: {} })],
  [
    "another style",
    { query: "serializeQuery" },
    parameter({ schema: { type: "array" }, style: "pipeDelimited", explode: false }),
  ],
  [
    "JSON in a parameter",
    { query: "serializeQuery" },
    { parameters: [{ name: "p", in: "query", content: { "application/json": { schema: {} } } }] },
  ],
  [
    "a list in the path",
    { path: "serializePath" },
    parameter({ in: "path", required: true, schema: { type: "array" } }),
    "/a/{p}",
  ],
  ["a header", { header: "headerFields" }, parameter({ in: "header" })],
  ["a cookie", { cookie: "cookieField" }, parameter({ in: "cookie" })],
  ["a key in a cookie", { cookie: "cookieField" }, { security: [{ Session: [] }] }],
  ["a form with files", { body: "multipartBody" }, body("multipart/form-data")],
  ["a form of texts", { body: "urlencodedBody" }, body("application/x-www-form-urlencoded")],
  ["text", { body: "plainBody" }, body("text/plain")],
  ["a range", { mediaType: "concreteMediaType", body: "formBody" }, body("image/*")],
])("a page has only what the client needs for %s", (_, needed, operation, path) => {
  expect(extras(operation, path)).toEqual([needed]);
});
