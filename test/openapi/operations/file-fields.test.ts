import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { documentOf } from "#test/verify/small-document.js";

const OCTETS = { type: "string", contentMediaType: "application/octet-stream" };
const PICTURES = { contentType: "image/png, image/jpeg" };

test.each<[title: string, schema: JsonObject, encoding: JsonObject | undefined, isFile: boolean]>([
  ["the format of OpenAPI 3.0", { type: "string", format: "binary" }, undefined, true],
  ["the media type of its schema, as FastAPI writes it", OCTETS, undefined, true],
  ["an optional file of FastAPI", { anyOf: [OCTETS, { type: "null" }] }, undefined, true],
  ["a list of files", { type: "array", items: { type: "string", format: "binary" } }, undefined, true],
  ["an optional list of files", { anyOf: [{ type: "array", items: OCTETS }, { type: "null" }] }, undefined, true],
  ["a reference", { $ref: "#/components/schemas/File" }, undefined, true],
  ["a part of `allOf`", { allOf: [{ $ref: "#/components/schemas/File" }], description: "A" }, undefined, true],
  ["an empty schema with the type of a picture (OpenAPI 3.1, 4.8.15.2)", {}, PICTURES, true],
  ["a text with the type of a picture", { type: "string" }, PICTURES, true],
  ["a table", { type: "string", contentMediaType: "text/csv" }, undefined, true],
  ["a text", { type: "string" }, undefined, false],
  ["an empty schema", {}, undefined, false],
  ["a text with the type of a text", { type: "string" }, { contentType: "text/plain" }, false],
  ["a text of JSON", { type: "string", contentMediaType: "application/json" }, undefined, false],
  ["an object", { type: "object", properties: { a: OCTETS } }, { contentType: "application/json" }, false],
  ["a file in Base64", { ...OCTETS, contentEncoding: "base64" }, undefined, false],
  ["a number", { type: "integer" }, undefined, false],
])("whether a field of a form is a file is known by %s", (_, schema, encoding, isFile) => {
  const form = {
    schema: { type: "object", properties: { it: schema } },
    ...(encoding && { encoding: { it: encoding } }),
  };
  const paths = { "/a": { post: { requestBody: { content: { "multipart/form-data": form } }, responses: {} } } };
  const [operation] = operationsOf({ ...documentOf(paths), components: { schemas: { File: OCTETS } } });
  expect(operation?.requestBody?.content[0]?.encoding.it?.isFile ?? false).toBe(isFile);
});

test.each<[title: string, schema: JsonObject, encoding: JsonObject | undefined, type: string | undefined]>([
  ["the media type of the schema", { type: "string", contentMediaType: "image/png" }, undefined, "image/png"],
  [
    "the media type of the items of a list",
    { type: "array", items: { type: "string", contentMediaType: "text/csv" } },
    undefined,
    "text/csv",
  ],
  [
    "the media type of the encoding before it",
    { type: "string", contentMediaType: "image/png" },
    PICTURES,
    PICTURES.contentType,
  ],
  ["no media type, where the schema has only bytes", OCTETS, undefined, undefined],
])("a file of a form has %s", (_, schema, encoding, type) => {
  const form = {
    schema: { type: "object", properties: { it: schema } },
    ...(encoding && { encoding: { it: encoding } }),
  };
  const paths = { "/a": { post: { requestBody: { content: { "multipart/form-data": form } }, responses: {} } } };
  const [operation] = operationsOf(documentOf(paths));
  expect(operation?.requestBody?.content[0]?.encoding.it?.contentType).toBe(type);
});

test("a form that is not multipart has no files", () => {
  const form = { schema: { type: "object", properties: { it: OCTETS } } };
  const content = { "application/x-www-form-urlencoded": form };
  const [operation] = operationsOf(documentOf({ "/a": { post: { requestBody: { content }, responses: {} } } }));
  expect(operation?.requestBody?.content[0]?.encoding).toEqual({});
});
