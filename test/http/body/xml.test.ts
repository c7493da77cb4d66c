import { expect, test } from "vitest";
import { xmlText } from "#http/body/xml.js";
import type { Json, JsonObject, OpenApiDocument } from "#openapi/document/document.js";

const DOCUMENT: OpenApiDocument = {
  openapi: "3.1.0",
  paths: {},
  components: { schemas: { Person: { type: "object", properties: { id: { xml: { attribute: true } }, name: {} } } } },
};
const list = (more: JsonObject, item: JsonObject = {}): JsonObject => ({
  type: "array",
  items: { type: "string", ...item },
  ...more,
});
const book = (properties: JsonObject, xml: JsonObject = {}): JsonObject => ({
  type: "object",
  xml: { name: "book", ...xml },
  properties,
});

// The examples of the XML Object (OpenAPI 3.1, 4.8.26).
test.each<[string, JsonObject, Json, string]>([
  [
    "a component",
    { $ref: "#/components/schemas/Person" },
    { id: 1, name: "a" },
    '<Person id="1"><name>a</name></Person>',
  ],
  ["a value without a name", { type: "integer" }, 5, "<root>5</root>"],
  [
    "a list",
    book({ animals: list({}) }),
    { animals: ["a", "b"] },
    "<book><animals>a</animals><animals>b</animals></book>",
  ],
  [
    "a list with named items",
    book({ animals: list({}, { xml: { name: "animal" } }) }),
    { animals: ["a"] },
    "<book><animal>a</animal></book>",
  ],
  [
    "a wrapped list",
    book({ animals: list({ xml: { name: "aliens", wrapped: true } }, { xml: { name: "animal" } }) }),
    { animals: ["a"] },
    "<book><aliens><animal>a</animal></aliens></book>",
  ],
  [
    "a prefix and a namespace",
    book({ n: {} }, { prefix: "s", namespace: "http://x.test/s" }),
    { n: null },
    '<s:book xmlns:s="http://x.test/s"><n></n></s:book>',
  ],
  [
    "parts of allOf",
    { allOf: [book({ id: { xml: { attribute: true } } }), { xml: { name: "tome" } }] },
    { id: 1 },
    '<tome id="1"></tome>',
  ],
  ["marks of XML in a text", book({ n: {} }), { n: '<&">' }, "<book><n>&#60;&#38;&#34;&#62;</n></book>"],
])("%s", (_, schema, value, want) => {
  expect(xmlText(DOCUMENT, schema, value)).toBe(`<?xml version="1.0" encoding="UTF-8"?>\n${want}`);
});
