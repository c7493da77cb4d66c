import { describe, expect, test } from "vitest";
import { extrasOf, partsOf } from "#generate/client/extras-of.js";
import type { Json } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";

function extras(operation: Record<string, Json>, path = "/a", named = extrasOf, method = "post"): object[] {
  const document = {
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    paths: { [path]: { [method]: { operationId: "op", responses: {}, ...operation } } },
    components: {
      schemas: {
        Day: { type: "string", format: "date" },
        Id: { type: "string" },
        Loop: { anyOf: [{ $ref: "#/components/schemas/Loop" }] },
      },
      securitySchemes: {
        Session: { type: "apiKey", in: "cookie", name: "sid" },
        Token: { type: "apiKey", in: "query", name: "token" },
        Odd: { type: "apiKey", in: "query", name: "my token" },
      },
    },
  };
  return operationsOf(document).map((described) => named(document, described));
}

const parameter = (more: Record<string, Json>) => ({
  parameters: [{ name: "p", in: "query", schema: { type: "string" }, ...more }],
});
const FORMS = { "multipart/form-data": { schema: {} }, "application/x-www-form-urlencoded": { schema: {} } };
const STYLED = { schema: {}, encoding: { p: { style: "deepObject", explode: true } } };
const body = (mediaType: string) => ({ requestBody: { content: { [mediaType]: { schema: {} } } } });

test.each<[string, Record<string, Json>]>([
  ["a text in the query", parameter({})],
  ["a number or null in the query", parameter({ schema: { type: ["integer", "null"] } })],
  ["a list in the query", parameter({ schema: { type: "array", items: { type: "string" } } })],
  ["a reference to a text in the query", parameter({ schema: { $ref: "#/components/schemas/Id" } })],
  ["a text or null, as FastAPI writes it,", parameter({ schema: { anyOf: [{ type: "string" }, { type: "null" }] } })],
  [
    "a list or null",
    parameter({ schema: { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] } }),
  ],
  ["a part of allOf", parameter({ schema: { allOf: [{ $ref: "#/components/schemas/Id" }], description: "Text" } })],
  ["values without a type", parameter({ schema: { enum: ["a", 1, null] } })],
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
  ["an object", { query: "memberQuery" }, parameter({ schema: { type: "object" } })],
  ["an object in another style", { query: "objectQuery" }, parameter({ schema: { type: "object" }, explode: false })],
  ["any value", { query: "memberQuery" }, parameter({ schema: {} })],
  [
    "another style of any list",
    { query: "objectQuery" },
    parameter({ schema: { type: "array" }, style: "pipeDelimited", explode: false }),
  ],
  [
    "JSON in a parameter",
    { query: "styledQuery" },
    { parameters: [{ name: "p", in: "query", content: { "application/json": { schema: {} } } }] },
  ],
  [
    "a list in the path",
    { path: "styledPath" },
    parameter({ in: "path", required: true, schema: { type: "array" } }),
    "/a/{p}",
  ],
  [
    "a list of texts in another style",
    { query: "listQuery" },
    parameter({ schema: { type: "array", items: { type: "string" } }, style: "pipeDelimited", explode: false }),
  ],
  [
    "a text or an object",
    { query: "memberQuery" },
    parameter({ schema: { oneOf: [{ type: "string" }, { type: "object" }] } }),
  ],
  [
    "a schema that is its own part",
    { query: "memberQuery" },
    parameter({ schema: { $ref: "#/components/schemas/Loop" } }),
  ],
  ["a list of objects", { query: "memberQuery" }, parameter({ schema: { type: "array", items: { type: "object" } } })],
  [
    "a form with the media type of a field",
    { body: "typedMultipartBody" },
    {
      requestBody: {
        content: { "multipart/form-data": { schema: {}, encoding: { file: { contentType: "image/png" } } } },
      },
    },
  ],
  [
    "a form of texts with the style of a field",
    { body: "encodedTextsBody" },
    { requestBody: { content: { "application/x-www-form-urlencoded": STYLED } } },
  ],
  [
    "both forms, of which that of texts has the style of a field",
    { mediaType: "filesMediaType", body: "encodedTextsOrFilesBody" },
    { requestBody: { content: { ...FORMS, "application/x-www-form-urlencoded": STYLED } } },
  ],
  [
    "any object beside one of the style deepObject",
    { query: "deepMemberQuery" },
    {
      parameters: [
        { name: "p", in: "query", schema: { type: "object" } },
        { name: "q", in: "query", style: "deepObject", schema: { type: "object" } },
      ],
    },
  ],
  ...(
    [
      [["application/json", "application/xml"], "readFile"],
      [["application/json", "text/csv"], "readText"],
      [["application/json", "text/event-stream"], "readEvents"],
      [["application/pdf", "text/csv"], "readTextOrFile"],
    ] as const
  ).map(([types, read]): [string, object, Record<string, Json>] => [
    `a response of ${types.join(" or ")}`,
    { choose: "chooseNamed", read },
    { responses: { 200: { description: "", content: Object.fromEntries(types.map((type) => [type, {}])) } } },
  ]),
  [
    "lists in a style beside an object of the style deepObject",
    { query: "objectQuery" },
    {
      parameters: [
        { name: "p", in: "query", style: "pipeDelimited", schema: { type: "array", items: { type: "string" } } },
        { name: "q", in: "query", style: "deepObject", schema: { type: "object" } },
      ],
    },
  ],
  ["both forms", { mediaType: "filesMediaType", body: "plainFormsBody" }, { requestBody: { content: FORMS } }],
  ["reserved characters", { query: "styledQuery" }, parameter({ allowReserved: true })],
  ...(
    [
      ["a range of media types", "typedMultipartBody", { contentType: "image/*" }],
      ["several media types", "typedMultipartBody", { contentType: "image/png, image/jpeg" }],
      ["headers, which no form of a page can have,", "multipartBody", { headers: { "X-A": { schema: {} } } }],
      ["a style", "formBody", { style: "deepObject", explode: true }],
      ["a style of any value", "formBody", { style: "form", explode: true }],
    ] as const
  ).map(([title, writer, encoding]): [string, object, Record<string, Json>] => [
    `a form with ${title} for a field`,
    { body: writer },
    { requestBody: { content: { "multipart/form-data": { schema: {}, encoding: { file: encoding } } } } },
  ]),
  [
    "a form whose encoding is the default of a list of texts",
    { body: "multipartBody" },
    {
      requestBody: {
        content: {
          "multipart/form-data": {
            schema: { properties: { tags: { type: "array", items: { type: "string" } } } },
            encoding: { tags: { style: "form", explode: true } },
          },
        },
      },
    },
  ],
  ["a header", { header: "plainHeader" }, parameter({ in: "header" })],
  [
    "a list in a header",
    { header: "headerFields" },
    parameter({ in: "header", schema: { type: "array", items: { type: "string" } } }),
  ],
  ["a cookie", { cookie: "plainCookie" }, parameter({ in: "cookie" })],
  ["an object in a cookie", { cookie: "cookieField" }, parameter({ in: "cookie", schema: { type: "object" } })],
  ["a key in a cookie", { cookie: "plainCookie" }, { security: [{ Session: [] }] }],
  [
    "an object of the style deepObject",
    { query: "deepQuery" },
    parameter({ schema: { type: "object" }, style: "deepObject", explode: true }),
  ],
  ["a form with files", { body: "multipartBody" }, body("multipart/form-data")],
  ["a form of texts", { body: "urlencodedBody" }, body("application/x-www-form-urlencoded")],
  ["text", { body: "plainBody" }, body("text/plain")],
  ["a range", { mediaType: "concreteMediaType", body: "plainBody" }, body("image/*")],
  ["a range of forms", { mediaType: "concreteMediaType", body: "multipartBody" }, body("multipart/*")],
])("a page has only what the client needs for %s", (_, needed, operation, path) => {
  expect(extras(operation, path)).toEqual([needed]);
});

describe("a function of an operation names each part that it needs", () => {
  test.each<[string, object, Record<string, Json>, string?]>([
    ["nothing", {}, {}],
    [
      "a number or a text in the path",
      { path: "plainPath" },
      parameter({ in: "path", required: true, schema: { oneOf: [{ type: "integer" }, { type: "string" }] } }),
      "/a/{p}",
    ],
    ["a parameter in the path", { path: "plainPath" }, parameter({ in: "path", required: true }), "/a/{p}"],
    ["a parameter in the query", { query: "plainQuery" }, parameter({})],
    ["a key in the query", { query: "plainQuery" }, { security: [{ Token: [] }] }],
    ["a JSON body", { body: "jsonBody" }, body("application/json")],
    ["a form", { body: "multipartBody" }, body("multipart/form-data")],
    [
      "a query beside a form whose fields have styles: one writer for both",
      { query: "objectQuery", body: "encodedTextsBody" },
      { ...parameter({}), requestBody: { content: { "application/x-www-form-urlencoded": STYLED } } },
    ],
    ["a server of its own", { base: "ownBase" }, { servers: [{ url: "https://own.test" }] }],
  ])("for %s", (_, needed, operation, path) => {
    expect(extras(operation, path, partsOf)).toEqual([needed]);
  });

  test("by its method", () => {
    expect(extras({}, "/a", partsOf, "get")).toEqual([{ safe: "safe" }]);
    expect(extras({}, "/a", partsOf, "delete")).toEqual([{ certain: "certainDeletion" }]);
  });
});
